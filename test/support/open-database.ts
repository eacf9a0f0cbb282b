import { openStorage, type DatabasePlace } from '#server/embedded/storage/storage.ts';

/** A process of its own that opens each database that it is sent, and answers whether it could. */
process.on('message', (place: DatabasePlace) => {
  openStorage(place)
    .then((storage) => storage.close())
    .then(
      () => process.send?.('opened'),
      (error: unknown) => process.send?.(String(error)),
    );
});
process.send?.('ready');
