import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
} from '@aws-sdk/client-api-gateway';
import { GetPublicKeyCommand, KMSClient, SignCommand, VerifyCommand } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Fixture, startFixture } from '../fixture/runtime.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});

afterAll(() => fixture?.stop());

const settings = () => ({
  endpoint: fixture.runtime.controlPlane,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

const resource = (type: string, constructId: string) => {
  const found = fixture.runtime.deployment
    .resources(type)
    .find((one) => one.constructId === constructId || one.logicalId.includes(constructId));
  if (found === undefined) throw new Error(`There is no ${type} ${constructId}`);
  return found;
};

describe('API Gateway', () => {
  /** Moves the clock to the time at which a key that was put into a plan is valid. */
  const untilValid = async () => {
    const body = JSON.stringify({ advance_seconds: 2 });
    const headers = { 'content-type': 'application/json' };
    const moved = await fetch(`${fixture.runtime.controlPlane}/local/clock`, {
      method: 'POST',
      headers,
      body,
    });
    expect(moved.status).toBe(200);
  };

  const keyed = (word: string, value: string) =>
    fixture.call('/v1/quota', { headers: { Authorization: `allow ${word}`, 'x-plan-key': value } });

  test('accepts a new key in a plan until its quota is used up', async () => {
    const client = new APIGatewayClient(settings());
    const { items: plans = [] } = await client.send(new GetUsagePlansCommand({}));
    expect(plans.map(({ name }) => name)).toEqual(['Small', 'Counted', 'Elsewhere']);
    const planId = plans.find(({ name }) => name === 'Counted')?.id ?? '';
    const { id: keyId = '', value = '' } = await client.send(
      new CreateApiKeyCommand({ name: 'tenant', enabled: true }),
    );
    expect(value).toMatch(/^[A-Za-z0-9]{40}$/);
    expect((await keyed('a', value)).status).toBe(401);

    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId, keyType: 'API_KEY' }));
    // As on AWS, a key is not valid at once.
    expect((await keyed('a', value)).status).toBe(401);
    await untilValid();
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await keyed('a', value)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await keyed('a', value)).json.type).toBe('QUOTA_EXCEEDED');
  });

  test('refuses a key that is removed from its plan or deleted', async () => {
    const client = new APIGatewayClient(settings());
    const usagePlanId = resource('AWS::ApiGateway::UsagePlan', 'QuotaPlan').ref;
    const { id: keyId = '', value = '' } = await client.send(new CreateApiKeyCommand({ enabled: true }));
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
    await untilValid();
    expect((await keyed('b', value)).status).toBe(200);
    await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId }));
    expect((await keyed('b', value)).status).toBe(401);
    await client.send(new DeleteApiKeyCommand({ apiKey: keyId }));
    const second = client.send(new DeleteApiKeyCommand({ apiKey: keyId }));
    await expect(second).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  test('throws the SDK’s own errors, and shows values only on request', async () => {
    const client = new APIGatewayClient(settings());
    const value = 'a-value-of-my-own-012345';
    const { id } = await client.send(new CreateApiKeyCommand({ name: 'own', value }));
    await expect(client.send(new CreateApiKeyCommand({ value }))).rejects.toMatchObject({
      name: 'ConflictException',
    });
    await expect(client.send(new CreateApiKeyCommand({ value: 'short' }))).rejects.toMatchObject({
      name: 'BadRequestException',
    });
    await expect(
      client.send(new CreateUsagePlanKeyCommand({ usagePlanId: 'none', keyId: id, keyType: 'API_KEY' })),
    ).rejects.toMatchObject({ name: 'NotFoundException' });
    const hidden = await client.send(new GetApiKeysCommand({ nameQuery: 'own' }));
    expect(hidden.items?.map((key) => key.value)).toEqual([undefined]);
    const shown = await client.send(new GetApiKeysCommand({ nameQuery: 'own', includeValues: true }));
    expect(shown.items?.map((key) => key.value)).toEqual([value]);
  });
});

describe('Secrets Manager', () => {
  test('keeps template and length of a generated secret, and moves the stages to a new value', async () => {
    const client = new SecretsManagerClient(settings());
    const SecretId = resource('AWS::SecretsManager::Secret', 'Secret').ref;
    const first = await client.send(new GetSecretValueCommand({ SecretId }));
    const content = JSON.parse(first.SecretString ?? '');
    expect(content.user).toBe('me');
    expect(content.password).toHaveLength(24);
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: 'second' }));
    expect((await client.send(new GetSecretValueCommand({ SecretId }))).SecretString).toBe('second');
    const previous = await client.send(new GetSecretValueCommand({ SecretId, VersionStage: 'AWSPREVIOUS' }));
    expect(previous.SecretString).toBe(first.SecretString);
  });

  test('throws ResourceNotFoundException for an unknown secret', async () => {
    const unknown = new GetSecretValueCommand({ SecretId: 'none' });
    await expect(new SecretsManagerClient(settings()).send(unknown)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('KMS', () => {
  const key = () => ({ KeyId: resource('AWS::KMS::Key', 'SigningKey').attribute('Arn') });
  const algorithm = { SigningAlgorithm: 'ECDSA_SHA_256' } as const;
  const message = Buffer.from('42|abc|2026-11-21');
  const digest = createHash('sha256').update(message).digest();

  test.each([
    ['RAW', message],
    ['DIGEST', digest],
  ] as const)(
    'signs %s; the signature verifies with the public key, in KMS and outside',
    async (MessageType, Message) => {
      const client = new KMSClient(settings());
      const { Signature = new Uint8Array() } = await client.send(
        new SignCommand({ ...key(), ...algorithm, Message, MessageType }),
      );
      const { PublicKey = new Uint8Array(), SigningAlgorithms } = await client.send(
        new GetPublicKeyCommand(key()),
      );
      const publicKey = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
      expect(verify('sha256', message, publicKey, Signature)).toBe(true);
      expect(SigningAlgorithms).toEqual(['ECDSA_SHA_256']);
      for (const [type, text] of [
        ['RAW', message],
        ['DIGEST', digest],
      ] as const) {
        const checked = await client.send(
          new VerifyCommand({ ...key(), ...algorithm, Signature, Message: text, MessageType: type }),
        );
        expect(checked.SignatureValid).toBe(true);
      }
      const other = Buffer.from(digest);
      other[0] = (other[0] ?? 0) ^ 1;
      await expect(
        client.send(
          new VerifyCommand({ ...key(), ...algorithm, Signature, Message: other, MessageType: 'DIGEST' }),
        ),
      ).rejects.toMatchObject({ name: 'KMSInvalidSignatureException' });
    },
  );

  test('refuses another message, an altered signature and another key', async () => {
    const client = new KMSClient(settings());
    const { Signature = new Uint8Array() } = await client.send(
      new SignCommand({ ...key(), ...algorithm, Message: message }),
    );
    const verifyWith = (Message: Uint8Array, signature: Uint8Array) =>
      client.send(new VerifyCommand({ ...key(), ...algorithm, Message, Signature: signature }));
    const invalid = { name: 'KMSInvalidSignatureException' };
    await expect(verifyWith(Buffer.from('other'), Signature)).rejects.toMatchObject(invalid);
    for (let position = 0; position < Signature.length; position += 7) {
      const altered = Uint8Array.from(Signature, (byte, at) => (at === position ? byte ^ 1 : byte));
      await expect(verifyWith(message, altered)).rejects.toMatchObject(invalid);
    }
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await expect(verifyWith(message, sign('sha256', message, other.privateKey))).rejects.toMatchObject(
      invalid,
    );
  });

  test('refuses to sign with a symmetric key', async () => {
    const client = new KMSClient(settings());
    const plain = { KeyId: resource('AWS::KMS::Key', 'PlainKey').ref };
    await expect(
      client.send(new SignCommand({ ...plain, ...algorithm, Message: message })),
    ).rejects.toMatchObject({
      name: 'InvalidKeyUsageException',
    });
  });
});

describe('SQS', () => {
  test('hides a received message, shows it again, and moves it to the dead letters', async () => {
    const client = new SQSClient(settings());
    const QueueUrl = resource('AWS::SQS::Queue', 'Work').ref;
    const DeadLetters = resource('AWS::SQS::Queue', 'DeadLetters').ref;
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }));
    const receive = async (
      url: string,
      wait: { WaitTimeSeconds?: number; VisibilityTimeout?: number } = {},
    ) =>
      (
        await client.send(
          new ReceiveMessageCommand({
            QueueUrl: url,
            ...wait,
            MessageSystemAttributeNames: ['All'],
          }),
        )
      ).Messages ?? [];
    const remove = (url: string, ReceiptHandle: string | undefined) =>
      client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
    const [first] = await receive(QueueUrl, { VisibilityTimeout: 600 });
    expect(first).toMatchObject({ Body: 'hello' });
    expect(await receive(QueueUrl)).toEqual([]);
    const attributes = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    expect(attributes.Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '1',
    });
    const ReceiptHandle = first?.ReceiptHandle;
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
    const [second] = await receive(QueueUrl);
    expect(second?.Attributes).toMatchObject({ ApproximateReceiveCount: '2' });
    // The receipts of earlier receives delete nothing: not from the queue, and not from the dead letters.
    await remove(QueueUrl, first?.ReceiptHandle);
    expect(await receive(QueueUrl, { WaitTimeSeconds: 2 })).toEqual([]);
    await remove(QueueUrl, second?.ReceiptHandle);
    const [dead] = await receive(DeadLetters, { WaitTimeSeconds: 1 });
    expect(dead?.Body).toBe('hello');
    await remove(DeadLetters, dead?.ReceiptHandle);
    expect(await receive(DeadLetters, { VisibilityTimeout: 0 })).toEqual([]);
  });

  test('wakes a waiting receiver for a batch of messages', async () => {
    const client = new SQSClient(settings());
    const QueueUrl = resource('AWS::SQS::Queue', 'Work').ref;
    const waiting = client.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 10, MaxNumberOfMessages: 10 }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: '1', MessageBody: 'one' },
          { Id: '2', MessageBody: 'two' },
        ],
      }),
    );
    const { Messages = [] } = await waiting;
    expect(Messages.length).toBeGreaterThan(0);
    await expect(
      client.send(new SendMessageCommand({ QueueUrl: `${QueueUrl}-none`, MessageBody: 'x' })),
    ).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

describe('Lambda', () => {
  test('returns the result of a synchronous call, or the error with its mark', async () => {
    const client = new LambdaClient(settings());
    const FunctionName = resource('AWS::Lambda::Function', 'WorkerFunction').attribute('Arn');
    const invoke = async (event: object) => {
      const answer = await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
      return { ...answer, json: JSON.parse(Buffer.from(answer.Payload ?? []).toString()) };
    };
    expect(await invoke({ id: 'direct' })).toMatchObject({ StatusCode: 200, json: { attempts: 1 } });
    expect(await invoke({ id: 'failing', failures: 1 })).toMatchObject({
      FunctionError: 'Unhandled',
      json: { errorType: 'Error', errorMessage: 'failing attempt 1' },
    });
    await expect(client.send(new InvokeCommand({ FunctionName: 'none' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

test('an unsupported operation is refused', async () => {
  const response = await fetch(fixture.runtime.controlPlane, {
    method: 'POST',
    headers: { 'X-Amz-Target': 'TrentService.constructor' },
    body: '{}',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ __type: 'UnknownOperationException' });
});
