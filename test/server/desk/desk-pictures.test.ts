import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { newSqlite } from '../../support/databases.ts';
import { serveDesk } from '../../support/desk.ts';
import { articleForm, articlePath, openEditor, valueOf } from '../../support/desk-editor.ts';
import { refuseTemporaryFiles } from '../../support/refuse-temporary-files.ts';

const photo = () =>
  sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#225599' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '50/1 27/1 0/1' } })
    .toBuffer();

describe('the picture of an article', () => {
  it('is stored with its description in both languages, and shown once the article is', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, get, find } = await openEditor(desk);
    const without = await send('/desk/news/new', { ...articleForm, id: randomUUID(), decision: 'save' }, await photo());
    assert.equal(without.status, 422);
    const html = await without.text();
    assert.match(html, /id="desk-en-imageAlt-error"[\s\S]*id="desk-ua-imageAlt-error"/);
    // The user does not have to choose the file again.
    const picture = valueOf(html, 'picture');
    assert.match(picture, /^[\da-f]{32}$/);
    const described = { picture, 'en.imageAlt': 'A port', 'ua.imageAlt': 'Порт' };
    const { address } = await create({ ...described, decision: 'save' });
    const [hidden, own] = [`/media/pictures/${picture}-card.webp`, `/desk/news/pictures/${picture}-card.webp`];
    assert.equal((await desk.get(hidden)).status, 404, 'visitors do not see pictures of drafts');
    assert.equal((await desk.get(own)).headers.get('location'), '/desk/sign-in');
    assert.match(await (await get(`${address}/preview`)).text(), new RegExp(`src="${own}"`));
    const bytes = Buffer.from(await (await get(own)).arrayBuffer());
    const { format, width, exif } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, exif], ['webp', 1200, undefined]);
    await send(address, { ...articleForm, ...described, base: '1', decision: 'publish' });
    assert.match(
      await desk.html(articlePath),
      new RegExp(`<img class="[^"]*" src="${hidden}" data-address="${hidden}" alt="A port"`),
    );
    const shown = await desk.get(hidden);
    assert.equal(shown.headers.get('content-type'), 'image/webp');
    assert.ok(Buffer.from(await shown.arrayBuffer()).equals(bytes));
    assert.equal((await desk.get(`/media/pictures/${picture}-master.webp`)).status, 404);
    await send(address, { ...articleForm, base: '1', picture, removePicture: 'yes', decision: 'publish' });
    assert.equal((await desk.get(hidden)).status, 404, 'no article names it any more');
    assert.doesNotMatch((await find())?.item ?? '', /media/);
  });

  it('is 304 with the headers of the complete response to a browser that has it, as built-in pictures are', async (t) => {
    const desk = await serveDesk(t);
    const { create, find } = await openEditor(desk);
    await create({ 'en.imageAlt': 'A port', 'ua.imageAlt': 'Порт', decision: 'publish' }, await photo());
    const [picture = ''] = /\/media\/pictures\/[\da-f]{32}-card\.webp/.exec((await find())?.item ?? '') ?? [];
    for (const path of [picture, '/media/news/helmet.svg']) {
      const complete = (await desk.get(path)).headers;
      const etag = complete.get('etag') ?? '';
      assert.notEqual(etag, '', path);
      for (const known of [etag, `"other", ${etag.replace('W/', '')}`]) {
        const { status, headers } = await desk.get(path, { headers: { 'if-none-match': known } });
        assert.deepEqual([status, headers.get('etag')], [304, etag], path);
        assert.equal(headers.get('cache-control'), complete.get('cache-control'));
        for (const name of complete.get('vary')?.split(', ') ?? [])
          assert.ok(headers.get('vary')?.split(', ').includes(name), `${path} ${name}`);
      }
    }
  });

  it('that was removed stays removed when the form comes back with an error', async (t) => {
    const desk = await serveDesk(t);
    const { send, create, find } = await openEditor(desk);
    const described = { 'en.imageAlt': 'A port', 'ua.imageAlt': 'Порт' };
    const { address } = await create({ ...described, decision: 'publish' }, await photo());
    assert.match((await find())?.item ?? '', /media/);
    const removed = { ...articleForm, base: '1', picture: '', removePicture: 'yes', decision: 'publish' };
    const refused = await send(address, { ...removed, date: 'tomorrow' });
    assert.equal(refused.status, 422);
    const html = await refused.text();
    // The second attempt sends what the returned page contains.
    const again = { picture: valueOf(html, 'picture'), removePicture: valueOf(html, 'removePicture') };
    assert.equal((await send(address, { ...removed, ...again })).status, 303);
    assert.doesNotMatch((await find())?.item ?? '', /media/);
    assert.doesNotMatch(await (await desk.get(address, { headers: await desk.signIn() })).text(), /removePicture/);
  });

  it('that is no longer stored is asked for again, also when a text shows it', async (t) => {
    const desk = await serveDesk(t);
    const { send, find } = await openEditor(desk);
    const gone = 'f'.repeat(32);
    const fields = { ...articleForm, id: randomUUID(), decision: 'publish' };
    const own = await send('/desk/news/new', { ...fields, picture: gone });
    assert.equal(own.status, 422);
    assert.match(await own.text(), /The picture that you chose is no longer stored/);
    const line = `![A port](/media/pictures/${gone}-wide.webp)`;
    const within = await send('/desk/news/new', { ...fields, 'ua.content': `Текст\n\n${line}` });
    assert.equal(within.status, 422);
    assert.match(await within.text(), /id="desk-ua-content-error"[^>]*>A picture in this text is no longer stored/);
    assert.equal(await find(), undefined);
    assert.equal((await send('/desk/news/new', { ...fields, picture: gone, removePicture: 'yes' })).status, 303);
  });

  it('is refused by its content and its size, and the words that were typed come back', async (t) => {
    const desk = await serveDesk(t);
    const { send, find } = await openEditor(desk);
    const fields = {
      ...articleForm,
      id: randomUUID(),
      'en.imageAlt': 'A port',
      'ua.imageAlt': 'Порт',
      decision: 'publish',
    };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>');
    for (const [file, words] of [
      [svg, /not a PNG, JPEG or WebP/],
      [Buffer.concat([await photo(), Buffer.alloc(11 * 1024 * 1024)]), /too large: at most 10 MB/],
      [(await photo()).subarray(0, 2000), /broken/],
    ] as const) {
      const answer = await send('/desk/news/new', fields, file);
      assert.equal(answer.status, 422);
      const html = await answer.text();
      assert.match(html, words);
      assert.match(html, /value="A new harbour"[\s\S]*It \*needs\* cranes\.\n\n- one/);
    }
    assert.equal(await find(), undefined);
    const pictures = await desk.storage.read((database) => database.selectFrom('news_pictures').select('id').execute());
    assert.deepEqual(pictures, []);
  });

  it('without room on the disk is a 503 and an error in the log', async (t) => {
    const place = await newSqlite(t);
    refuseTemporaryFiles(t);
    const desk = await serveDesk(t, { place });
    const { send } = await openEditor(desk);
    const answer = await send('/desk/news/new', { ...articleForm, id: randomUUID() }, await photo());
    assert.equal(answer.status, 503);
    const html = await answer.text();
    assert.match(html, /Nothing was changed[^]*name="en.headline" value="A new harbour"/);
    assert.equal(answer.headers.get('retry-after'), '5');
    assert.equal(desk.logged.filter(({ level }) => level === 50).length, 1);
  });

  it('is not read unless its sender has signed in', async (t) => {
    const place = await newSqlite(t);
    refuseTemporaryFiles(t);
    const desk = await serveDesk(t, { place });
    const file = await photo();
    for (const cookie of ['', '__Host-desk=made-up']) {
      const answer = await desk.postForm(
        '/desk/news/new',
        { ...articleForm, id: randomUUID() },
        { headers: { cookie }, file },
      );
      assert.equal(answer.status, 403);
    }
    assert.deepEqual(
      desk.logged.filter(({ level }) => level === 50),
      [],
      'no file was written',
    );
    const plain = await desk.post('/desk/news/new', articleForm, { headers: await desk.signIn() });
    assert.equal(plain.status, 404, 'a form that names no id stores nothing');
  });
});
