import { useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { attachmentOf, attachmentType } from '#shared/contact-limits.ts';
import { formatNumber } from '#shared/numbers.ts';
import { Field, type ControlProps } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { useLanguage, useText, useVisit } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactStore } from './contact-store.ts';
import { fieldMessage } from './field-message.ts';
import { fieldId } from './ids.ts';

const megabyte = 1024 * 1024;

/** By default a browser opens a file that is dropped anywhere on a page, and what was typed there is lost. */
function refuseFile(event: globalThis.DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Takes files that are dropped on the field and rejects files that are dropped elsewhere on the page. */
function useDrop(form: ContactStore) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('dragover', refuseFile, { signal });
    addEventListener('drop', refuseFile, { signal });
    return () => ended.abort();
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

/** Connects the browser's file input to the form. */
function useFileInput(form: ContactStore) {
  const input = useRef<HTMLInputElement>(null);
  const file = useValue(form.fields.attachment.value);
  const hydrated = useHydrated();

  // The visitor may have chosen a file before hydration.
  useEffect(() => {
    const chosen = input.current?.files?.[0];
    if (chosen) void form.attach(chosen);
  }, [form]);

  // After a reset, or when a file was rejected, the same file can be chosen again only if the input is empty.
  useEffect(() => {
    if (!file && input.current && hydrated) input.current.value = '';
  }, [file, hydrated]);

  async function onChange({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [chosen] = target.files ?? [];
    if (!chosen) return;
    await form.attach(chosen);
    if (form.values.peek().attachment !== chosen) target.value = '';
  }

  return { input, file, onChange };
}

export function AttachmentField({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const required = attachmentOf[useValue(form.topic)] === 'required';
  const hydrated = useHydrated();
  const { postedForm } = useVisit();
  const error = useValue(form.fields.attachment.error);
  // The server renders the error of a posted form but not the error of a draft.
  const shown = hydrated || postedForm !== undefined ? error : undefined;
  const id = fieldId('attachment');
  return (
    <Field
      id={id}
      label={text('contactForm.fields.attachment')}
      hint={text(`contactForm.fields.${required ? 'attachmentRequired' : 'attachmentOptional'}`)}
      invalid={shown !== undefined}
      error={shown && fieldMessage(text, shown)}
    >
      {(connection) => <DropZone form={form} required={required} connection={connection} />}
    </Field>
  );
}

function DropZone({ form, required, connection }: { form: ContactStore; required: boolean; connection: ControlProps }) {
  const { input, file, onChange } = useFileInput(form);
  const { over, zone } = useDrop(form);
  const remove = () => {
    form.detach();
    input.current?.focus();
  };
  return (
    <div className="attachment-field" data-over={over ? '' : undefined} {...zone}>
      <input
        ref={input}
        type="file"
        name="attachment"
        accept={`${attachmentType},.pdf`}
        required={required}
        onChange={onChange}
        {...connection}
      />
      {file ? <ChosenFile file={file} remove={remove} /> : <ChooseFile input={connection.id} />}
    </div>
  );
}

function ChosenFile({ file, remove }: { file: File; remove: () => void }) {
  const text = useText('contacts');
  // A small file must not be shown as 0 MB.
  const size = formatNumber(useLanguage(), Math.max(file.size / megabyte, 0.1), 1);
  return (
    <>
      <Icon name="file-text" />
      <p>
        <span>{file.name}</span> <span className="soft">{text('contactForm.drop.size', { size })}</span>
      </p>
      <button type="button" aria-label={text('contactForm.drop.remove', { name: file.name })} onClick={remove}>
        <Icon name="x" />
      </button>
    </>
  );
}

function ChooseFile({ input }: { input: string }) {
  const text = useText('contacts');
  return (
    <>
      <label className="button button--small button--line" htmlFor={input}>
        <Icon name="paperclip" />
        {text('contactForm.drop.choose')}
      </label>
      <span className="soft">{text('contactForm.drop.prompt')}</span>
    </>
  );
}
