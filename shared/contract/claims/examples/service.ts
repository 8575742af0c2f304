import type { OperationExamples } from '../../openapi/document.ts';

export const serviceExamples: OperationExamples = {
  health: {
    response: {
      status: 'healthy',
      timestamp: '2026-03-22T04:29:12.505Z',
      version: '1.0.0',
      environment: 'local',
    },
  },
  openapi: { response: { openapi: '3.1.0' } },
  'get-caller': {
    response: {
      data: { subject: 'key:01a20182-33bf-7a57-86ca-f16b72359475', credential: 'api_key', roles: ['admin'] },
    },
  },
};
