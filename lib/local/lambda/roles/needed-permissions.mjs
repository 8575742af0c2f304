// The permissions that a request needs (Service Authorization Reference), for the services that run here.

/**
 * Returns the permissions that a request needs. `headers` have lower-case names. `body` is text, or undefined where the
 * permissions do not depend on it. An unknown request needs a permission that no role has.
 */
export function neededPermissions(service, request, role) {
  return services[service](request, role);
}

/** Whether the needed permissions depend on the body of the request. */
export const isJudgedByBody = (service, { method, path, headers }) =>
  headers['x-amz-target'] !== undefined ||
  (service === 's3' && method === 'POST') ||
  (service === 'control' &&
    ['/', '/apikeys', '/v2/email/outbound-emails'].includes(path) &&
    method === 'POST');

const sets = (name) => (name === undefined ? [] : [`configuration-set/${name}`]);

const unknown = (what) => [{ action: `unknown:${what}`, resource: '*' }];

const transactionActions = {
  ConditionCheck: 'ConditionCheckItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
};

/** Returns the parts of an S3 path as they are: a URL would take `..` in a key for the folder above. */
export function s3Address(path) {
  const [pathname, search] = path.split(/\?(.*)/s);
  const [bucket, ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
  return { bucket, key: rest.join('/'), query: new URLSearchParams(search) };
}

const services = {
  dynamodb({ headers, body }, { region, account, partitionKeys }) {
    const input = JSON.parse(body);
    const operation = headers['x-amz-target'].split('.')[1];
    const table = (name) =>
      name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${account}:table/${name}`;
    const leadingKeys = (name, items) => {
      const key = partitionKeys[name.split('/').at(-1)];
      const values = items.flatMap((item) => Object.values(item?.[key] ?? {}).slice(0, 1));
      return values.length === 0 ? {} : { 'dynamodb:LeadingKeys': values };
    };
    const on = (action, { TableName, IndexName }, items, enclosing = {}) => ({
      action: `dynamodb:${action}`,
      resource: table(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`),
      context: { ...leadingKeys(TableName, items), ...enclosing },
    });
    // Each action of a transaction is judged as an action on one item, with the transaction as its context.
    const inTransaction = ([kind, action]) =>
      on(transactionActions[kind] ?? kind, action, [action.Item ?? action.Key], {
        'dynamodb:EnclosingOperation': [operation],
      });
    switch (operation) {
      case 'TransactWriteItems':
      case 'TransactGetItems':
        return input.TransactItems.flatMap((item) => Object.entries(item).map(inTransaction));
      case 'BatchGetItem':
        return Object.entries(input.RequestItems).map(([TableName, { Keys }]) =>
          on(operation, { TableName }, Keys),
        );
      case 'BatchWriteItem':
        return Object.entries(input.RequestItems).map(([TableName, requests]) =>
          on(
            operation,
            { TableName },
            requests.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key),
          ),
        );
      default:
        return input.TableName === undefined
          ? unknown(operation)
          : [on(operation, input, [input.Item ?? input.Key])];
    }
  },

  s3({ method, path, headers, body }) {
    const { bucket, key, query } = s3Address(path);
    const ofBucket = (action) => [{ action: `s3:${action}`, resource: `arn:aws:s3:::${bucket}` }];
    const ofObject = (action, name = `${bucket}/${key}`) => [
      { action: `s3:${action}`, resource: `arn:aws:s3:::${name}` },
    ];
    if (key === '') {
      if (method === 'POST' && query.has('delete')) {
        return [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].flatMap(([, name]) =>
          ofObject('DeleteObject', `${bucket}/${name}`),
        );
      }
      if (method === 'GET' && query.has('list-type')) return ofBucket('ListBucket');
      if (method === 'GET' && query.has('versions')) return ofBucket('ListBucketVersions');
      return unknown(`${method} bucket`);
    }
    const version = query.has('versionId') ? 'Version' : '';
    const upload = query.has('uploadId') || query.has('uploads');
    switch (method) {
      case 'GET':
      case 'HEAD':
        return upload ? ofObject('ListMultipartUploadParts') : ofObject(`GetObject${version}`);
      case 'DELETE':
        return ofObject(`DeleteObject${version}`);
      case 'POST':
        return upload ? ofObject('PutObject') : unknown('POST object');
      case 'PUT': {
        const source = headers['x-amz-copy-source'];
        const [from = '', fromVersion] = source ? decodeURIComponent(source).split('?versionId=') : [];
        const reading = fromVersion === undefined ? 'GetObject' : 'GetObjectVersion';
        const locks = Object.keys(headers).some((name) => name.startsWith('x-amz-object-lock-'));
        return [
          ...ofObject('PutObject'),
          ...(source ? ofObject(reading, from.replace(/^\//, '')) : []),
          ...(locks ? ofObject('PutObjectRetention') : []),
        ];
      }
      default:
        return unknown(method);
    }
  },

  /** The other services share an address. Services with a JSON protocol name the operation in a header. */
  control({ method, path, headers, body }, { region, account, secrets }) {
    const [prefix, operation = ''] = (headers['x-amz-target'] ?? '').split('.');
    const arn = (service, id) =>
      id.startsWith('arn:') ? id : `arn:aws:${service}:${region}:${account}:${id}`;
    if (prefix === '' && path === '/') {
      // CloudFormation's query protocol: the operation is in the form.
      const form = new URLSearchParams(body);
      const stack = arn('cloudformation', `stack/${form.get('StackName')}/id`);
      return [{ action: `cloudformation:${form.get('Action')}`, resource: stack }];
    }
    const input = body === undefined ? {} : JSON.parse(body);
    switch (prefix) {
      case 'TrentService': {
        const { KeyId = '', SigningAlgorithm } = input;
        const context = SigningAlgorithm ? { 'kms:SigningAlgorithm': [SigningAlgorithm] } : {};
        const resource = arn('kms', KeyId.startsWith('arn:') ? KeyId : `key/${KeyId}`);
        return [{ action: `kms:${operation}`, resource, context }];
      }
      case 'secretsmanager': {
        const { SecretId = '' } = input;
        return [{ action: `secretsmanager:${operation}`, resource: secrets[SecretId] ?? SecretId }];
      }
      case 'AmazonSQS':
        return [
          { action: `sqs:${operation}`, resource: arn('sqs', (input.QueueUrl ?? '').split('/').at(-1)) },
        ];
      case 'PinpointSMSVoiceV2': {
        const { OriginationIdentity = '', ConfigurationSetName } = input;
        const kind = OriginationIdentity.startsWith('pool-') ? 'pool' : 'phone-number';
        return [`${kind}/${OriginationIdentity}`, ...sets(ConfigurationSetName)].map((resource) => ({
          action: `sms-voice:${operation}`,
          resource: arn('sms-voice', resource),
        }));
      }
      default: {
        const { pathname } = new URL(path, 'http://control');
        if (pathname === '/v2/email/outbound-emails') {
          const [, address = ''] = /<([^>]*)>\s*$/.exec(input.FromEmailAddress ?? '') ?? [];
          return [`identity/${address}`, ...sets(input.ConfigurationSetName)].map((resource) => ({
            action: 'ses:SendEmail',
            resource: arn('ses', resource),
          }));
        }
        const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(pathname) ?? [];
        if (name === undefined) {
          const made = encodeURIComponent(`arn:aws:apigateway:${region}::${pathname}/new`);
          return [
            { action: `apigateway:${method}`, resource: `arn:aws:apigateway:${region}::${pathname}` },
            // API Gateway asks for this, too, when something is created with tags.
            ...(input.tags === undefined
              ? []
              : [{ action: 'apigateway:PUT', resource: `arn:aws:apigateway:${region}::/tags/${made}` }]),
          ];
        }
        const called = decodeURIComponent(name);
        return [
          {
            action: 'lambda:InvokeFunction',
            resource: arn('lambda', called.startsWith('arn:') ? called : `function:${called}`),
          },
        ];
      }
    }
  },
};
