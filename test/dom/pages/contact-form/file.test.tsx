import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { fireEvent } from '@testing-library/react';
import { attachmentBytes } from '#shared/contact-limits.ts';
import { clearVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(clearVisits);

describe('the file', () => {
  for (const [title, file, key] of [
    ['of another type', new File(['%PDF-1.7'], 'cv.txt', { type: 'text/plain' }), 'fileType'],
    ['that only says it is a PDF', new File(['MZ, a program'], 'cv.pdf', { type: 'application/pdf' }), 'fileType'],
    ['that is empty', new File([], 'cv.pdf', { type: 'application/pdf' }), 'fileEmpty'],
    ['of one byte too many', pdfFile(attachmentBytes + 1), 'fileSize'],
  ] as const) {
    it(`${title} is refused with a toast`, async (t) => {
      const { select, choose, toast, view } = openForm(t);
      await select('career');
      await choose(file);
      assert.deepEqual(toast(), [en.fileRefusedTitle, en.errors[key]]);
      assert.equal(view.queryByText(file.name), null);
    });
  }

  it('of exactly 10 MB is accepted, shown with its size, and can be removed', async (t) => {
    const { select, choose, toast, view, fileInput } = openForm(t);
    await select('career');
    await choose(pdfFile(attachmentBytes, 'my cv.pdf'));
    assert.deepEqual(toast(), []);
    assert.ok(view.getByText('10.0 MB'));
    fireEvent.click(view.getByRole('button', { name: 'Remove the file my cv.pdf' }));
    assert.equal(view.queryByText('my cv.pdf'), null);
    assert.equal(fileInput()?.value, '');
  });

  it('can be dropped', async (t) => {
    const { select, view, settle } = openForm(t);
    await select('legal');
    const zone = view.container.querySelector('.attachment-field');
    assert.ok(zone);
    fireEvent.drop(zone, { dataTransfer: { files: [pdfFile(2000, 'contract.pdf')] } });
    await settle();
    assert.ok(view.getByText('contract.pdf'));
  });

  it('that cannot be read causes a toast', async (t) => {
    const { select, choose, toast } = openForm(t);
    const file = pdfFile();
    file.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    await select('career');
    await choose(file);
    assert.deepEqual(toast(), [en.fileRefusedTitle, en.errors.attachment]);
  });

  it('that is missing when it is sent causes a toast', async (t) => {
    const { select, choose, fill, later, press, toast, posted } = openForm(t);
    const file = pdfFile();
    await select('career');
    await choose(file);
    await fill();
    file.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    later(4000);
    await press();
    assert.deepEqual(toast(), [en.errorTitle, en.errors.attachment]);
    assert.deepEqual(posted, []);
  });
});
