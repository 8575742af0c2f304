export { tearDown as default } from './local-stack.ts';
