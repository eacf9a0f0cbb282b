import type { Request } from 'express';
import { pictureBytes } from '#shared/contracts/desk.ts';
import type { DeskCall } from '#server/backend/desk-call.ts';
import { jsonWithAttachment } from '#server/backend/streamed-json.ts';
import { readFields, readMultipart, type MultipartLimits } from '#server/http/body/multipart.ts';
import { RequestError } from '#server/http/body/request-error.ts';
import type { Spooler } from '#server/http/body/spool.ts';

/**
 * The limits of the form of an article: texts in two languages, and a picture. A field may be much longer than a text of
 * an article, so that a text that is too long comes back in the editor.
 */
const limits: MultipartLimits = {
  fileField: 'file',
  fileBytes: pictureBytes,
  fieldBytes: 1024 * 1024,
  fields: 40,
  // The texts of the form are returned to the author also when the file is too large.
  skipLargeFile: true,
};

/** The maximum length of the form in bytes, including the skipped part of a file that is too large. */
export const deskUploadBytes = 3 * (limits.fileBytes + 2 * limits.fieldBytes);

/** Reads the texts of a form whose sender has not signed in. A file in it is skipped, and never written to disk. */
export const readTextFields = (request: Request, spool: Spooler): Promise<Record<string, string>> =>
  readFields(request, limits, spool);

/** Posts the fields of a form, or the body that contains them and a file. */
type Post = (fields: Record<string, unknown>, body?: DeskCall['body']) => Promise<void>;

/**
 * Reads a form with a file, which is stored on disk, and posts it as JSON with the file in base64 as `attachment.data`.
 * For a file that is too large the data are missing. Throws a RequestError.
 */
export async function withUpload(request: Request, spool: Spooler, post: Post): Promise<void> {
  try {
    const { fields, upload } = await readMultipart(request, limits, spool);
    if (!upload) return await post(fields);
    await using content = upload.content;
    return await post(fields, jsonWithAttachment(fields, { name: upload.name, type: upload.type }, content));
  } catch (error) {
    if (!(error instanceof RequestError) || error.key !== 'fileSize') throw error;
    return post(error.fields, { ...error.fields, attachment: {} });
  }
}
