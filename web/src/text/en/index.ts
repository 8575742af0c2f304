export * from './claims-areas.ts';
export * from './farm-areas.ts';
export * from './frame-areas.ts';
