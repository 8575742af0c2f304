// Holds every request of a function's SDK clients against the role that the template gives the function, so that a
// missing permission is found here and not after the deployment.
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { isJudgedByBody, neededPermissions } from './needed-permissions.mjs';
import { firstMissing, isAllowed } from './role-decision.mjs';

/** Must run before the function's code is loaded. */
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
    const asked = { method: options.method, path: options.path, headers };
    const request = send(options, (response) => onResponse(asRoleSees(role, service, asked, response)));
    const isRefused = (body) => {
      const missing = firstMissing(role.statements, neededPermissions(service, { ...asked, body }, role));
      if (missing === undefined) return false;
      const error = accessDenied(role, missing);
      // Said here too, because many a program keeps the cause of what it throws to itself. File names stay out.
      console.error(error.message.replace(/(:::[^/]+\/[^/]*\/).*/, '$1…'));
      request.destroy(error);
      return true;
    };
    if (isJudgedByBody(service, asked)) {
      const { end } = request;
      request.end = (body, ...rest) =>
        isRefused(Buffer.from(body ?? '').toString()) ? request : end.call(request, body, ...rest);
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

/** S3 tells that an object is absent only to those who may list the bucket. */
function asRoleSees({ statements }, service, { method, path }, response) {
  const isRead = service === 's3' && (method === 'GET' || method === 'HEAD');
  if (!isRead || response.statusCode !== 404) return response;
  const bucket = new URL(path, 'http://s3').pathname.split('/')[1];
  if (isAllowed(statements, { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` })) return response;
  response.resume();
  const body = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  return Object.assign(Readable.from(method === 'GET' ? [Buffer.from(body)] : []), {
    statusCode: 403,
    statusMessage: 'Forbidden',
    headers: { 'content-type': 'application/xml' },
  });
}

/** As the SDK throws what a service refuses; it is not tried again. */
function accessDenied({ arn }, { action, resource }) {
  const message = `User: ${arn} is not authorized to perform: ${action} on resource: ${resource}`;
  return Object.assign(new Error(message), {
    name: 'AccessDeniedException',
    $fault: 'client',
    $metadata: { httpStatusCode: 403, attempts: 1, totalRetryDelay: 0 },
  });
}
