export { app } from './app.ts';
export { errors } from './errors.ts';
export { list } from './list.ts';
export { session } from './session.ts';
export { states } from './states.ts';
