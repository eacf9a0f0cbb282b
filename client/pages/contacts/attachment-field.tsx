import { useEffect, useRef, useState, type DragEvent } from 'react';
import { attachmentOf, attachmentType } from '#shared/contact-limits.ts';
import { languages } from '#shared/languages.ts';
import { Icon } from '../../components/icon.tsx';
import { useLanguage, useText, useVisit } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactForm } from '../../stores/contact-form.ts';
import { errorId, FieldError, fieldId } from './field-error.tsx';

const megabyte = 1024 * 1024;

function useSize(): (bytes: number) => string {
  const text = useText('contacts');
  const { locale } = languages[useLanguage()];
  return (bytes) => {
    // The smallest file is not nothing.
    const megabytes = Math.max(bytes / megabyte, 0.01);
    return text('contactForm.drop.size', { size: megabytes.toLocaleString(locale, { maximumFractionDigits: 2 }) });
  };
}

/** Elsewhere a browser opens a file that is dropped, in place of the page and what was typed there. */
function refuseFile(event: globalThis.DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Files may be dropped on it; a file that misses it must not replace the page. */
function useDrop(form: ContactForm) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    addEventListener('dragover', refuseFile);
    addEventListener('drop', refuseFile);
    return () => {
      removeEventListener('dragover', refuseFile);
      removeEventListener('drop', refuseFile);
    };
  }, []);
  return {
    over,
    zone: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) void form.attach(file);
      },
    },
  };
}

export function AttachmentField({ form }: { form: ContactForm }) {
  const text = useText('contacts');
  const size = useSize();
  const required = attachmentOf[useValue(form.topic)] === 'required';
  const file = useValue(form.attachment);
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const { form: posted } = useVisit();
  // A draft may have brought an error that the server's HTML does not have; one of a posted form it has.
  const known = hydrated || posted !== undefined;
  const broken = Boolean(useValue(form.errors).attachment) && known;
  const { over, zone } = useDrop(form);
  const id = fieldId('attachment');

  // A file that was chosen before this field was awake.
  useEffect(() => {
    const chosen = input.current?.files?.[0];
    if (chosen) void form.attach(chosen);
  }, [form]);

  // The form is reset, or the file was not taken: the browser's own field must not remember it.
  useEffect(() => {
    if (!file && input.current && hydrated) input.current.value = '';
  }, [file, hydrated]);

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {text('contactForm.fields.attachment')}
      </label>
      <div
        className="drop-file"
        data-filled={file ? '' : undefined}
        data-invalid={broken ? '' : undefined}
        data-over={over ? '' : undefined}
        {...zone}
      >
        <input
          ref={input}
          type="file"
          id={id}
          name="attachment"
          accept={`${attachmentType},.pdf`}
          required={required}
          aria-invalid={broken || undefined}
          aria-describedby={broken ? `${id}-hint ${errorId('attachment')}` : `${id}-hint`}
          onChange={async ({ target }) => {
            const [chosen] = target.files ?? [];
            if (!chosen) return;
            await form.attach(chosen);
            // A file that was not taken may be mended and chosen again.
            if (form.attachment.peek() !== chosen) target.value = '';
          }}
        />
        {file ? (
          <>
            <Icon name="file-text" />
            <p className="drop-file__name">
              <span>{file.name}</span> <span className="soft">{size(file.size)}</span>
            </p>
            <button
              type="button"
              className="drop-file__remove"
              aria-label={text('contactForm.drop.remove', { name: file.name })}
              onClick={() => {
                form.detach();
                input.current?.focus();
              }}
            >
              <Icon name="x" />
            </button>
          </>
        ) : (
          <>
            <label className="button button--small button--line" htmlFor={id}>
              <Icon name="paperclip" />
              {text('contactForm.drop.choose')}
            </label>
            <span className="drop-file__prompt soft">{text('contactForm.drop.prompt')}</span>
          </>
        )}
      </div>
      <small id={`${id}-hint`}>
        {text(`contactForm.fields.${required ? 'attachmentRequired' : 'attachmentOptional'}`)}
      </small>
      {known && <FieldError form={form} name="attachment" />}
    </div>
  );
}
