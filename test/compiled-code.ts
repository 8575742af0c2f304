import { fileURLToPath } from 'node:url';

/** Environment of processes that tests start: Node keeps compiled code, because many of them load the same modules. */
export const compiledCode = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../.cache/compiled', import.meta.url)),
};
