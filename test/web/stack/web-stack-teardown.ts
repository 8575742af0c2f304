export { tearDown as default } from './web-stack.ts';
