/**
 * An entry point of its own, which no page imports: esbuild puts what it shares with start.tsx into a chunk that only an
 * update of these packages changes. Visitors who return after a release load our code anew, and have React.
 */
import 'react';
import 'react-dom/client';
import 'react/jsx-runtime';
