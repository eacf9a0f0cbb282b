/**
 * A separate entry point that no page imports: esbuild puts the code that it shares with start.tsx into a chunk that
 * changes only with an update of these packages. After a release, returning visitors load our code again, but not
 * React.
 */
import 'react';
import 'react-dom/client';
import 'react/jsx-runtime';
