const domain = { domainName: 'api.example.com' };

/** Settings that templates are checked with. Each setting has a value other than its default in one of them. */
export const checkedSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the default settings': {},
  'a customer-managed key and a domain with a certificate': {
    ...domain,
    encryption: 'customer-managed',
    certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/11112222-3333-4444-5555-666677778888',
    corsOrigin: 'https://app.example.com',
    issuer: 'https://login.example.com',
    audience: 'granary',
    alarmEmail: 'operations@example.com',
    brandsClaim: 'https://example.com/brands',
    claimsRolesClaim: 'roles',
    operatorClaim: 'operator',
    roleNames: 'Billing Team=biller,Compliance=auditor',
    inboxConcurrency: '5',
    testPayer: 'on',
    checkpointRetentionDays: '3650',
    environment: 'staging',
  },
  'a domain in a hosted zone as the only address': {
    ...domain,
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
    hostedZoneName: 'example.com',
    executeApiEndpoint: 'off',
    terminationProtection: 'on',
    stagingDirectory: '/tmp/staging',
    stackPrefix: 'Harvest',
  },
};
