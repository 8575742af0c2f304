// Generated from the contract by `npm run openapi`. Do not edit.
export const clientName = 'granary-client/1.0.0';
