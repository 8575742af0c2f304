import { fileURLToPath } from 'node:url';

/** Environment of processes that tests start: Node keeps compiled code, because many load the same modules. */
export const compiledCode = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../.cache/compiled', import.meta.url)),
};
