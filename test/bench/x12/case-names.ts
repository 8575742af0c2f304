/** Names of the cases, by the module that has them. */
export const floor = 'indexOf loop';
export const floorNames: readonly string[] = [floor, 'Latin-1 and split'];
export const granaryNames: readonly string[] = [
  'reader',
  'reader, streamed',
  'walk',
  'typed',
  'validate',
  'writer',
];
export const peerNames: readonly string[] = [
  'node-x12 stream',
  'node-x12 object',
  'x12-parser stream',
  'x12-parser group',
];
/** In Java, so in another process than Node. */
export const staedi = 'staedi';
