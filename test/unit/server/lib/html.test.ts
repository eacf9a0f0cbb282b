import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMarkup, html, raw, type Printable } from '#server/lib/html.ts';

describe('the html template tag', () => {
  it('escapes values in elements and in quoted attributes', () => {
    const value = `<b>&"'`;
    assert.equal(
      html`<p title="${value}" class='${value}'>${value}</p>`.toString(),
      `<p title="&lt;b&gt;&amp;&quot;&#39;" class='&lt;b&gt;&amp;&quot;&#39;'>&lt;b&gt;&amp;&quot;&#39;</p>`,
    );
  });

  it('escapes nested templates once', () => {
    const inner = html`<b>${'a & b'}</b>`;
    assert.equal(html`<p>${inner}</p>`.toString(), '<p><b>a &amp; b</b></p>');
    assert.equal(html`${html`${inner}`}`.toString(), '<b>a &amp; b</b>');
  });

  it('joins arrays and escapes their strings', () => {
    const items = ['<', '>'].map((item) => html`<li>${item}</li>`);
    assert.equal(html`<ul>${items}</ul>`.toString(), '<ul><li>&lt;</li><li>&gt;</li></ul>');
    assert.equal(html`${['<', ['>', html`<br>`]]}`.toString(), '&lt;&gt;<br>');
  });

  it('prints nothing for null, undefined and booleans, and prints 0 and empty strings', () => {
    assert.equal(html`a${null}${undefined}${false}${true}${''}${0}b`.toString(), 'a0b');
  });

  it('prints only what raw names without escaping', () => {
    assert.equal(html`<p>${raw('<b>a</b>')}${'<b>'}</p>`.toString(), '<p><b>a</b>&lt;b&gt;</p>');
  });

  it('makes no markup of data that only looks like markup', () => {
    const shaped: Printable = { syntax: Symbol('html'), toString: () => '<script>' };
    assert.equal(html`${shaped}`.toString(), '&lt;script&gt;');
  });

  it('escapes the markup of another language', () => {
    const xml = createMarkup('xml', (text) => text.replaceAll('\u0001', ''));
    assert.equal(xml.tag`<a>${html`<b>x</b>`}</a>`.toString(), '<a>&lt;b&gt;x&lt;/b&gt;</a>');
    assert.equal(xml.tag`<a>${'x\u0001'}</a>`.toString(), '<a>x</a>');
  });

  it('prints half characters as a replacement', () => {
    assert.equal(html`${'a\ud800b'}`.toString(), 'a\ufffdb');
  });

  it('does not change the text of the template itself', () => {
    assert.equal(html`&amp; <b title="a">'</b>`.toString(), `&amp; <b title="a">'</b>`);
  });
});
