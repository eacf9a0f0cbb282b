import { Router } from 'express';
import type { Storage } from '../storage/storage.ts';
import { parsePictureFile } from './picture-address.ts';
import { findPicture, isShownPicture } from './stored-pictures.ts';

/** GET /media/pictures/:file serves the pictures of visible articles. The content of an address never changes. */
export function pictureCalls(storage: Storage): Router {
  const router = Router();
  router.get('/:file', async (req, res) => {
    const file = parsePictureFile(req.params.file);
    const content =
      file &&
      (await storage.read(async (database) =>
        (await isShownPicture(database, file.id, Date.now())) ? findPicture(database, file.id, file.crop) : null,
      ));
    if (!content) res.status(404).json({ error: 'not found' });
    // Express compares the ETag with that of the request, and sends 304 without the picture where they match.
    else res.type('image/webp').set('ETag', `"${req.params.file}"`).send(Buffer.from(content));
  });
  return router;
}
