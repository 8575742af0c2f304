// Checks every request of a function's SDK clients against the function's role, so that a missing permission fails here
// and not after the deployment.
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { isJudgedByBody, neededPermissions, s3Address } from './needed-permissions.mjs';
import { firstMissing, isAllowed } from './role-decision.mjs';

// An import would load more than is needed, see bootstrap.mjs.
const http = process.getBuiltinModule('node:http');

/** Starts the checks. Call it before the function's code is loaded. */
export function guardRequests(role) {
  const services = serviceAddresses(process.env);
  const send = http.request;
  http.request = (...input) => {
    const [options, onResponse] = input;
    const service = services.get(`${options?.hostname ?? options?.host}:${options?.port}`);
    if (service === undefined) return send(...input);
    const headers = Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const described = { method: options.method, path: options.path, headers };
    const request = send(options, (response) => onResponse(asRoleSees(role, service, described, response)));
    const isRefused = (body) => {
      const missing = firstMissing(role.statements, neededPermissions(service, { ...described, body }, role));
      if (missing === undefined) return false;
      const error = accessDenied(role, missing);
      // Logged as well, because a program may hide the cause of its error. Without file names, which may be sensitive.
      console.error(error.message.replace(/(:::[^/]+\/[^/]*\/).*/, '$1…'));
      request.destroy(error);
      return true;
    };
    if (isJudgedByBody(service, described)) {
      const { end } = request;
      request.end = (body, ...rest) =>
        isRefused(typeof body === 'string' ? body : Buffer.from(body ?? '').toString())
          ? request
          : end.call(request, body, ...rest);
    } else isRefused();
    return request;
  };
  syncBuiltinESMExports();
}

function serviceAddresses(environment) {
  const at = (name) => new URL(environment[name] ?? 'http://none.invalid').host;
  return new Map([
    [at('AWS_ENDPOINT_URL_LAMBDA'), 'control'],
    [at('AWS_ENDPOINT_URL_S3'), 's3'],
    [at('AWS_ENDPOINT_URL_DYNAMODB'), 'dynamodb'],
  ]);
}

/** S3 responds with 404 for an absent object only to roles that may list the bucket, and with 403 to others. */
function asRoleSees({ statements }, service, { method, path }, response) {
  const isRead = service === 's3' && (method === 'GET' || method === 'HEAD');
  if (!isRead || response.statusCode !== 404) return response;
  const { bucket } = s3Address(path);
  if (isAllowed(statements, { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` })) return response;
  response.resume();
  const body = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  return Object.assign(Readable.from(method === 'GET' ? [Buffer.from(body)] : []), {
    statusCode: 403,
    statusMessage: 'Forbidden',
    headers: { 'content-type': 'application/xml' },
  });
}

/** Returns the error that the SDK throws for a refused request, which is not retried. */
function accessDenied({ arn }, { action, resource }) {
  const message = `User: ${arn} is not authorized to perform: ${action} on resource: ${resource}`;
  return Object.assign(new Error(message), {
    name: 'AccessDeniedException',
    $fault: 'client',
    $metadata: { httpStatusCode: 403, attempts: 1, totalRetryDelay: 0 },
  });
}
