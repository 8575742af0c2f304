import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Stacks, synthesizedStacks } from '../synthesis/template.ts';

let stacks: Stacks;
beforeAll(async () => {
  stacks = await synthesizedStacks('certificate');
});

/** CloudFormation takes 500 resources and 1 MB a template; every parent and every nested stack is one. */
describe.each(['Data', 'Commerce', 'Claims'])('the templates of %s leave room for more endpoints', (id) => {
  test('none holds more than 300 resources', () => {
    expect([...stacks(id).sizes].filter(([, { resources }]) => resources > 300)).toEqual([]);
  });

  test('none is larger than 600 kB', () => {
    expect([...stacks(id).sizes].filter(([, { bytes }]) => bytes > 600_000)).toEqual([]);
  });
});

/** Types of resources that hold data, or that clients, brands or runs in progress depend on. */
const kept = [
  'AWS::ApiGateway::ApiKey',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGateway::UsagePlanKey',
  'AWS::CloudFront::Distribution',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
];

// CloudFormation replaces a resource whose logical id or stack changes.
test.each([
  [
    'Data',
    [
      'AccessLogBucketDA470295',
      'AuditTableB07F8EEB',
      'CheckpointBucketDFE4871A',
      'CheckpointKey6ED5B60F',
      'ClaimsTableD23EAB22',
      'ClearinghouseKeyD4E177BB',
      'CommerceTable6CC80189',
      'MediaBucketBCBB02BA',
      'PaymentKeysFF0DE8B8',
      'SearchKeyC844E5EA',
      'UnsubscribeKeyAE156D09',
      'X12Bucket643DA320',
    ],
  ],
  [
    'Commerce',
    [
      'RestApi79D61EE8',
      'RestApiDeploymentStagelive2E578AB7',
      'RestEnterprisePlanDAD56A3A',
      'RestFarmPlan79111D59',
      'RestPeopleKeyE7449792',
      'RestPeoplePlanE45CF01E',
      'RestPeoplePlanUsagePlanKeyResourceCommerceRestPeopleKey0AAD6B414CA16151',
      'RestStarterPlanC8538DA5',
      'WorkDeadLetters7D6F983C',
      'WorkDispatchEventsQueueE3FF6F37',
      'WorkDoWorkQueue3E963777',
      'WorkEraseBrandsQueueD8AEDFD3',
      'WorkErasePeopleQueueEA7617E7',
      'WorkExportBrandsQueueC07125C7',
      'WorkFailures0FF54317',
      'WorkProcessImagesQueueF2307E30',
      'WorkProcessUploadsQueue49109E9E',
      'WorkReceiveMessageEventsQueue2ED99163',
      'WorkSendMessagesQueueE879C978',
      'WorkSendWebhooksQueueC947C00C',
      'WorkSettleBillingQueue4FD2B98D',
    ],
  ],
  [
    'Claims',
    [
      'BulkQueueC6016202',
      'DeadLettersBBF8BAAB',
      'Failures8A3E1A2F',
      'IntakeInboxQueue9AFA2187',
      'RestAdminKeyBA04F02A',
      'RestApi79D61EE8',
      'RestApiDeploymentStagelive2E578AB7',
      'RestAuditorKeyE0B92035',
      'RestBillerKeyF327FD34',
      'RestNoRoleKey6F7432B3',
      'RestRolePlan33248705',
      'RestRolePlanUsagePlanKeyResourceClaimsRestAdminKey4DFD85147C9BC4FD',
      'RestRolePlanUsagePlanKeyResourceClaimsRestAuditorKey5096234CEB509A07',
      'RestRolePlanUsagePlanKeyResourceClaimsRestBillerKeyDDCA30A9ABC986B4',
      'RestRolePlanUsagePlanKeyResourceClaimsRestNoRoleKey54783E57DDE12DEC',
      'RunQueue294CC30B',
    ],
  ],
  // Bookmarks and the redirect address of sign-in name the distribution.
  ['Web', ['AccessLogBucketDA470295', 'Distribution830FAC52', 'SiteBucket397A1860']],
])('an update of %s replaces no table, bucket, key, queue, API, plan or distribution', async (id, ids) => {
  const { resources, ownIds } = (await synthesizedStacks('web'))(id);
  expect(ownIds.filter((own) => kept.includes(resources[own]?.Type ?? '')).sort()).toEqual(ids);
});
