import { health } from '#contract/claims/service.ts';
import { plainEnvironment } from '#contract/environment.ts';
import { okBare, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

const environment = plainEnvironment.parse(process.env);

export const handler = plainEndpoint(health, ({ now }) =>
  okBare({
    status: 'healthy',
    timestamp: now.toISOString(),
    version: environment.GRANARY_VERSION,
    environment: environment.GRANARY_ENVIRONMENT,
  }),
);
