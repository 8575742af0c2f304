import { describe, expect, test } from '@jest/globals';
import { campaignInput, campaignPatch, campaignStatuses } from '#commerce/campaigns/contract.ts';
import { figuresOf, isLater, type StoredRecipient, unsentOf } from '#commerce/campaigns/recipients.ts';
import { givenName, previewOf, sampleContact } from '#commerce/campaigns/render.ts';
import {
  missingFields,
  moveCampaign,
  neededFields,
  newCampaign,
  patchCampaign,
  readTemplate,
  renderTemplate,
  sendingProblems,
  startCampaign,
} from '#commerce/campaigns/rules.ts';
import { htmlOfText, textOfHtml } from '#commerce/messages/html-text.ts';
import { readUnsubscribeToken, unsubscribeToken } from '#commerce/messages/link-token.ts';
import { readProviderEvent } from '#commerce/messages/message.ts';
import { sendableFrom, smsSize } from '#commerce/messages/sending.ts';
import { ApiError } from '#contract/errors.ts';
import { oneLine } from '#contract/text-forms.ts';
import { displayName } from '#store/adapters/ses-email.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const brand_id = 'a0000000-0000-4000-8000-000000000001';
const id = 'a0000000-0000-4000-8000-000000000002';
const contact_id = 'a0000000-0000-4000-8000-000000000003';

const aCampaign = (fields: object = {}) =>
  newCampaign(campaignInput.parse({ brand_id, name: 'n', subject: 's', content: 'c', ...fields }), {
    id,
    now,
  });

function errorOf(run: () => unknown): ApiError {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}

describe('a new campaign', () => {
  test('is scheduled with a time in the future, else a draft', () => {
    expect(aCampaign({ scheduled_at: '2026-11-22T12:00:01Z' }).status).toBe('scheduled');
    expect(aCampaign({ scheduled_at: '2026-11-22T12:00:00Z' }).status).toBe('draft');
    expect(aCampaign().status).toBe('draft');
  });

  test('names the place of each fault of its templates', () => {
    const error = errorOf(() => aCampaign({ subject: 'Hi {{frist_name}}', content: 'a\nb {{first_name' }));
    expect(error.details).toEqual([
      {
        path: ['body', 'subject'],
        message: expect.stringMatching(/^Line 1, column 4: Unknown field frist_name/),
        code: 'invalid_template',
      },
      {
        path: ['body', 'content'],
        message: expect.stringMatching(/^Line 2, column 3: A field must end with/),
        code: 'invalid_template',
      },
    ]);
  });

  test('has no unsubscribe link as a text message', () => {
    expect(errorOf(() => aCampaign({ type: 'sms', content: '{{unsubscribe_url}}' })).code).toBe(
      'validation_failed',
    );
  });
});

describe('a changed campaign', () => {
  const patch = (fields: object, before = aCampaign({ segment_id: id, text: 't' })) =>
    patchCampaign(before, campaignPatch.parse(fields), now);

  test('keeps absent members, and null removes', () => {
    const after = patch({ name: 'm', segment_id: null, text: null });
    expect(after).toMatchObject({ name: 'm', subject: 's', version: 2, status: 'draft' });
    expect(after.segment_id).toBeUndefined();
    expect(after.text).toBeUndefined();
  });

  test('is scheduled by a time, and a draft again without it', () => {
    const scheduled = patch({ scheduled_at: '2027-01-01T00:00:00Z' });
    expect(scheduled.status).toBe('scheduled');
    expect(patch({ scheduled_at: null }, scheduled).status).toBe('draft');
  });

  test.each(['sending', 'paused', 'sent', 'cancelled'] as const)('is refused while it is %s', (status) => {
    expect(errorOf(() => patch({ name: 'm' }, { ...aCampaign(), status })).code).toBe(
      'campaign_not_editable',
    );
  });
});

describe('the status of a campaign', () => {
  test.each(campaignStatuses)('can go from %s only where the table says so', (status) => {
    const allowed = campaignStatuses.filter((to) => {
      try {
        return moveCampaign({ ...aCampaign(), status }, { status: to, now }).status === to;
      } catch {
        return false;
      }
    });
    expect(allowed).toEqual(
      {
        draft: ['scheduled', 'sending', 'cancelled'],
        scheduled: ['draft', 'scheduled', 'sending', 'cancelled', 'failed'],
        sending: ['sending', 'paused', 'sent', 'cancelled', 'failed'],
        paused: ['sending', 'cancelled'],
        sent: ['sending'],
        cancelled: [],
        failed: ['draft', 'scheduled', 'sending', 'cancelled'],
      }[status],
    );
  });

  test('a sent campaign is not sent again', () => {
    expect(errorOf(() => startCampaign({ ...aCampaign(), status: 'sent' }, now)).code).toBe(
      'illegal_campaign_transition',
    );
  });
});

describe('templates', () => {
  const render = (text: string, values: Record<string, string>) =>
    renderTemplate(readTemplate(text).parts, values);

  test.each([
    ['Hi {{first_name}}!', 'Hi Ada!'],
    ['Hi {{ first_name | friend }}!', 'Hi Ada!'],
    ['Hi {{last_name|dear friend}}!', 'Hi dear friend!'],
    ['\\{{first_name}} and {{first_name}}', '{{first_name}} and Ada'],
    ['{ {{first_name}} }', '{ Ada }'],
  ])('%p becomes %p', (template, text) => {
    expect(render(template, { first_name: 'Ada', last_name: ' ' })).toBe(text);
  });

  test('name the fields without value and default', () => {
    const { parts } = readTemplate('{{first_name}} {{last_name}} {{city|here}} {{last_name}}');
    expect(missingFields(neededFields(parts), { first_name: 'Ada', last_name: ' ' })).toEqual(['last_name']);
  });

  test.each(['{{', '{{}}', '{{a b}}', '{{nope}}', '{{first_name', '{{{first_name}}}'])(
    '%p is a fault',
    (text) => {
      expect(readTemplate(text).faults).not.toEqual([]);
    },
  );

  test('escape values in HTML and never the template', () => {
    const campaign = aCampaign({
      subject: 'S\r\nBcc: x {{name}}',
      content: '<p>{{name}}</p>',
      content_type: 'html',
    });
    const contact = { ...sampleContact, name: '<b>&"\'\nx' };
    const settings = { postal_address: '1 Road <x>' };
    const { subject, html, text } = previewOf(
      campaign,
      contact,
      { brand_name: 'A & B', settings },
      'https://u.example/?a=1&b=2',
    );
    expect(subject).toBe('S Bcc: x <b>&"\' x');
    expect(html).toContain('<p>&lt;b&gt;&amp;&quot;&#39;\nx</p>');
    expect(html).toContain('href="https://u.example/?a=1&amp;b=2"');
    expect(html).toContain('1 Road &lt;x&gt;');
    expect(text).toContain('Unsubscribe: https://u.example/?a=1&b=2');
    expect(text).toContain('news from A & B');
  });
});

describe('HTML and text', () => {
  test.each([
    ['<h1>A</h1><p>b<br>c &amp; d</p>', 'A\n\nb\nc & d'],
    ['<a href="https://x.example">here</a>', 'here (https://x.example)'],
    ['<a href="https://x.example">https://x.example</a>', 'https://x.example'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['<style>p{}</style><script>x</script>a<!-- b -->', 'a'],
    ['&#x41;&#66;&unknown;', 'AB&unknown;'],
  ])('%p reads as %p', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  test('text as HTML is escaped and has links', () => {
    expect(htmlOfText('a <b>\nhttps://x.example/?a&b')).toBe(
      'a &lt;b&gt;<br>\n<a href="https://x.example/?a&amp;b">https://x.example/?a&amp;b</a>',
    );
  });

  test.each([
    ['(https://x.example/y).', ['https://x.example/y']],
    [
      'See https://x.example, or <https://x.example/wiki/Fern_(plant)>!',
      ['https://x.example', 'https://x.example/wiki/Fern_(plant)'],
    ],
    [
      '[https://x.example/a?b=[1]] "https://x.example/q" “https://x.example/“: https://x.example/w: https://x.example/t…',
      [
        'https://x.example/a?b=[1]',
        'https://x.example/q',
        'https://x.example/',
        'https://x.example/w',
        'https://x.example/t',
      ],
    ],
    ['👉https://x.example/e*', ['https://x.example/e']],
    [
      'Olive Fern <olive@meadow.example>, basil+news@x.co.uk.',
      ['mailto:olive@meadow.example', 'mailto:basil+news@x.co.uk'],
    ],
    ['a<b @home 5@2 x@y', []],
  ])('%p has the links %p', (text, links) => {
    const html = htmlOfText(text);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual(links);
    expect(textOfHtml(html.replaceAll(/<\/?a\b[^>]*>/g, ''))).toBe(text);
  });

  const mail = (fields: object, contact = {}) =>
    previewOf(
      aCampaign(fields),
      { ...sampleContact, ...contact },
      { brand_name: 'B', settings: {} },
      'https://u.example',
    );

  test('plain text stays as it is written, whatever it looks like', () => {
    const content =
      'Olive Fern <olive@meadow.example>\r\n\r\n<b>a<b & {{city|here}}: https://x.example/{{city}}.\n<!-- x';
    const { html = '', text } = mail({ content });
    expect(text).toMatch(
      /^Olive Fern <olive@meadow.example>\r\n\r\n<b>a<b & Boulder: https:\/\/x.example\/Boulder\.\n<!-- x\n/,
    );
    const [shown] = html.split('<hr>');
    expect(shown).toBe(
      'Olive Fern &lt;<a href="mailto:olive@meadow.example">olive@meadow.example</a>&gt;<br>\n<br>\n' +
        '&lt;b&gt;a&lt;b &amp; Boulder: <a href="https://x.example/Boulder">https://x.example/Boulder</a>.<br>\n&lt;!-- x\n',
    );
  });

  test('HTML has the footer in its body, and its text has the fields of the content', () => {
    const content = '<body><a href="https://x.example/?c={{city}}">For {{first_name}}</a></BODY ></html>';
    const { html, text } = mail({ content, content_type: 'html' }, { first_name: '<Olive>' });
    expect(html).toMatch(
      /^<body><a href="[^"]*\?c=Boulder">For &lt;Olive&gt;<\/a>\n<hr>[\s\S]*<\/p>\n<\/BODY ><\/html>$/,
    );
    expect(text).toMatch(/^For <Olive> \(https:\/\/x.example\/\?c=Boulder\)\n/);
  });

  test.each([
    ['Fern, Olive', 'Olive'],
    [' fern ,olive anne', 'olive'],
    ['Fern, Olive Jr.', 'Olive'],
    ['Fern, Jr., Dr. Olive', 'Olive'],
    ['Olive Fern, Jr.', 'Olive'],
    ['Dr. Olive Fern, MD', 'Olive'],
    ['Dr. Fern', 'Dr. Fern'],
    ['Mr. & Mrs. Fern', 'Mr. & Mrs. Fern'],
    ['van der Berg, J. Olive', 'Olive'],
    ['Olive and Basil Fern', 'Olive and Basil'],
    ['Fern & Sons', 'Fern & Sons'],
    ['Fern Farms, LLC', 'Fern Farms, LLC'],
    ['Fern S.A.', 'Fern S.A.'],
    ['Olive', 'Olive'],
    ['Fern,', 'Fern'],
    [', ', undefined],
  ])('%p is greeted as %p', (name, greeted) => {
    expect(givenName(name)).toBe(greeted);
    if (greeted === undefined) return;
    const message = { content: 'Hi {{first_name}}', type: 'sms' };
    expect(mail(message, { name, first_name: undefined }).text).toMatch(`Hi ${greeted}\n`);
  });

  test('a header is one line, and a display name beyond ASCII is encoded', () => {
    expect(oneLine('a\r\nb\u0000\u2028c')).toBe('a b c');
    expect(displayName('Ada "A" B')).toBe('"Ada \\"A\\" B"');
    expect(displayName('Käse\r\n')).toBe('=?UTF-8?B?S8Okc2U=?=');
    expect(
      displayName('é'.repeat(60))
        .split(' ')
        .every((word) => word.length <= 75),
    ).toBe(true);
  });
});

describe('text messages', () => {
  test.each([
    ['a'.repeat(160), 'gsm7', 1],
    ['a'.repeat(161), 'gsm7', 2],
    ['a'.repeat(306), 'gsm7', 2],
    ['a'.repeat(307), 'gsm7', 3],
    ['€'.repeat(80), 'gsm7', 1],
    ['€'.repeat(81), 'gsm7', 2],
    [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 'gsm7', 2],
    ['я'.repeat(70), 'ucs2', 1],
    ['я'.repeat(71), 'ucs2', 2],
    ['😀'.repeat(35), 'ucs2', 1],
    ['😀'.repeat(67), 'ucs2', 3],
  ] as const)('%# have their segments', (text, encoding, segments) => {
    expect(smsSize(text)).toEqual({ encoding, segments });
  });
});

describe('quiet hours', () => {
  const hours = { start: '21:00', end: '08:00' };
  test.each([
    // Denver is UTC-7 in winter.
    ['2026-11-22T12:00:30Z', 'America/Denver', '2026-11-22T15:00:00Z'],
    ['2026-11-23T03:59:59Z', 'America/Denver', '2026-11-23T03:59:59Z'],
    ['2026-11-23T04:00:00Z', 'America/Denver', '2026-11-23T15:00:00Z'],
    // The night of the change to summer time has an hour less, that of the change back an hour more.
    ['2026-03-08T05:00:00Z', 'America/Denver', '2026-03-08T14:00:00Z'],
    ['2026-11-01T05:00:00Z', 'America/Denver', '2026-11-01T15:00:00Z'],
    ['2026-11-22T12:00:00Z', 'UTC', '2026-11-22T12:00:00Z'],
  ])('at %s in %s a message goes out at %s', (at, zone, from) => {
    expect(sendableFrom(new Date(at), hours, zone)).toEqual(new Date(from));
  });

  test.each([
    ['2026-11-22T11:59:59Z', '2026-11-22T11:59:59Z'],
    ['2026-11-22T12:00:00Z', '2026-11-22T14:00:00Z'],
    ['2026-11-22T13:59:59Z', '2026-11-22T14:00:00Z'],
    ['2026-11-22T14:00:00Z', '2026-11-22T14:00:00Z'],
  ])('within a day: at %s a message goes out at %s', (at, from) => {
    const nap = { start: '12:00', end: '14:00' };
    expect(sendableFrom(new Date(at), nap, 'UTC')).toEqual(new Date(from));
  });

  test('of no length never wait', () => {
    expect(sendableFrom(now, { start: '00:00', end: '00:00' }, 'UTC')).toBe(now);
  });
});

describe('unsubscribe tokens', () => {
  const content = { brand_id, address_id: contact_id, campaign_id: id, channel: 'sms' } as const;
  const token = unsubscribeToken(content, 'key');

  test('give their content back only with the key that signed them', () => {
    expect(readUnsubscribeToken(token, 'key')).toEqual(content);
    expect(readUnsubscribeToken(token, 'other')).toBeUndefined();
    expect(token).toMatch(/^[\w-]{100,120}$/);
  });

  test('are void after any change', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const forged = Buffer.from(bytes);
      forged[index] = (forged[index] ?? 0) ^ 1;
      expect(readUnsubscribeToken(forged.toString('base64url'), 'key')).toBeUndefined();
    }
    for (const text of ['', 'x', token.slice(0, 60), `${token}AAAA`])
      expect(readUnsubscribeToken(text, 'key')).toBeUndefined();
  });
});

describe('sending', () => {
  test('needs an audience, a sender and a postal address', () => {
    const codes = sendingProblems(aCampaign(), {}, { email: false, sms: false }).map(({ code }) => code);
    expect(codes).toEqual(['no_audience', 'sender_not_configured', 'no_postal_address']);
    const ready = aCampaign({ contact_ids: [contact_id] });
    expect(sendingProblems(ready, { postal_address: '1 Road' }, { email: true, sms: false })).toEqual([]);
  });

  test('figures of a batch count every recipient once', () => {
    const of = (fields: Partial<StoredRecipient>): StoredRecipient => ({
      campaign_id: id,
      contact_id,
      batch: 0,
      status: 'sent',
      ...fields,
    });
    const recipients = [
      of({ segments: 2 }),
      of({ delivery: 'bounced' }),
      of({ status: 'skipped', reason: 'withdrawn' }),
      of({ status: 'unknown' }),
      of({ status: 'cancelled' }),
      of({ status: 'failed', reason: 'invalid_address' }),
    ];
    expect(unsentOf(recipients)).toBe(3);
    expect(figuresOf(recipients)).toEqual({
      settled: 6,
      sent: 2,
      skipped: 1,
      failed: 1,
      unknown: 1,
      cancelled: 1,
      segments: 2,
      reasons: new Map([['withdrawn', 1]]),
    });
  });

  test('a delivery state never goes back', () => {
    expect(isLater('delivered', undefined)).toBe(true);
    expect(isLater('complained', 'delivered')).toBe(true);
    expect(isLater('delivered', 'bounced')).toBe(false);
    expect(isLater('bounced', 'bounced')).toBe(false);
  });
});

describe('events of providers', () => {
  const mail = { tags: { message_id: ['m'], campaign_id: [id], 'ses:source-ip': ['1'] } };
  const message = {
    kind: 'message',
    channel: 'email',
    tags: { message_id: 'm', campaign_id: id },
    suppress: [],
  };

  test.each([
    [
      { eventType: 'Send', mail },
      { ...message, state: 'sent' },
    ],
    [
      { eventType: 'Delivery', mail },
      { ...message, state: 'delivered' },
    ],
    [
      {
        eventType: 'Bounce',
        mail,
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'Ada <a@x.example>' }] },
      },
      {
        ...message,
        state: 'bounced',
        reason: 'permanent',
        suppress: [{ address: 'a@x.example', reason: 'bounce' }],
      },
    ],
    [
      {
        eventType: 'Bounce',
        mail,
        bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: 'a@x.example' }] },
      },
      { ...message, state: 'bounced', reason: 'transient' },
    ],
    [
      {
        eventType: 'Complaint',
        mail,
        complaint: { complainedRecipients: [{ emailAddress: 'a@x.example' }] },
      },
      { ...message, state: 'complained', suppress: [{ address: 'a@x.example', reason: 'complaint' }] },
    ],
    [{ eventType: 'DeliveryDelay', mail }, { kind: 'other' }],
    [
      {
        eventType: 'TEXT_INVALID',
        destinationPhoneNumber: '+13035550142',
        context: { message_id: 'm', campaign_id: id },
      },
      {
        ...message,
        channel: 'sms',
        state: 'bounced',
        reason: 'invalid',
        suppress: [{ address: '+13035550142', reason: 'bounce' }],
      },
    ],
    [
      { eventType: 'TEXT_DELIVERED', destinationPhoneNumber: '+1', context: null },
      { ...message, channel: 'sms', tags: {}, state: 'delivered', addresses: ['+1'] },
    ],
    [
      { originationNumber: '+1', messageBody: 'STOP' },
      { kind: 'reply', phone: '+1', text: 'STOP' },
    ],
    [{ anything: 1 }, { kind: 'other' }],
    ['text', { kind: 'other' }],
  ])('%# are read', (body, event) => {
    expect(readProviderEvent(body)).toEqual(event);
  });
});
