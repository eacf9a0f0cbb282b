import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { exportsReadFrom, removeUnusedExports, wouterNames } from '#server/build/react-exports.ts';

describe('the exports of React', () => {
  it('that nothing imports become variables, which the minifier removes', () => {
    const code =
      'exports.used = 1;\nexports.unused =\n  2;\nexports.own = 3;\nrun(exports.own);\n  exports.inner = 4;\n';
    const left =
      'exports.used = 1;\nvar unused_unused =\n  2;\nexports.own = 3;\nrun(exports.own);\n  exports.inner = 4;\n';
    assert.equal(removeUnusedExports(code, new Set(['used'])), left);
  });

  it('are found where react-dom reads them, and the build fails where it could read any of them', () => {
    const code = 'var React = require("react"), ReactDOM = require("react-dom");\nrun(React.use, React.memo);';
    assert.deepEqual(exportsReadFrom('React', code), ['use', 'memo']);
    for (const other of [
      'var { use } = React;',
      'call(React);',
      'React["use"]',
      'const same = React;',
      'a = React?.use',
    ])
      assert.throws(() => exportsReadFrom('React', `${code}\n${other}`), /as a value/, other);
  });

  it('are kept for all that wouter imports', async () => {
    const code = await readFile('node_modules/wouter/src/react-deps.js', 'utf8');
    const listed = /export \{([^}]+)\} from "react"/.exec(code)?.[1]?.match(/\w+/g) ?? [];
    const members = Array.from(code.matchAll(/\bReact\.(\w+)\b(?! is)/g), ([, name = '']) => name);
    const own = ['createContext', 'useEffect', 'useLayoutEffect', 'useMemo', 'useRef', 'useState'];
    assert.ok(listed.length > 0 && members.length > 0);
    const missing = [...listed, ...members].filter((name) => !wouterNames.includes(name) && !own.includes(name));
    assert.deepEqual(missing, []);
  });
});
