import { start } from './start.tsx';

// Not awaited: pages share this module's chunk, and a chunk that waits for its page would never end.
void start();
