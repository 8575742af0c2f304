import { describe, expect, test } from '@jest/globals';
import { claims, sound, x12 } from './run-x12.ts';

describe('x12 ack', () => {
  test('writes a 999 for an 835, and a TA1 with --ta1', async () => {
    const { code, out } = await x12(['ack', '--control', '42', '--now', '2025-03-11T08:30:00Z', '-'], sound);
    expect(code).toBe(0);
    expect(out).toContain(
      '*250311*0830*^*00501*000000042*0*T*:~GS*FA*CLINIC*PAYER*20250311*0830*42*X*005010X231A1~',
    );
    expect(out).toContain('~AK1*HP*7*005010X221A1~AK2*835*0001~IK5*A~AK9*A*1*1*1~');
    const both = await x12(['ack', '--ta1'], sound);
    expect(both.out).toMatch(/~TA1\*000000007\*250310\*1200\*A\*000~IEA/);
    const refused = await x12(['ack'], sound.toString().replace('N3*1 MAIN ST~', ''));
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('IK3*N3*6*1000*3~');
  });

  test('writes a 277CA for the claims of an 837P, alone or after the 999', async () => {
    const file = (await x12(['generate', '-'], JSON.stringify(claims))).out.replace('HI*ABK:J', 'HI*ABK:J.');
    const all = await x12(['ack', '--lines', '--now', '2025-03-01T12:30:00Z', '-'], file);
    expect(all.code).toBe(1);
    expect(all.out.match(/^GS\*\w\w/gm)).toEqual(['GS*FA', 'GS*HN']);
    expect(all.out).toMatch(/^IEA\*1\*000000001~\nISA.*\*000000002\*/m);
    expect(all.out).toMatch(/^STC\*A7:254\*20250301\*U\*125\*{8}V065 2300 HI01-2 SEGMENT \d+ - /m);
    const alone = await x12(['ack', '--only', '277ca', '--now', '2025-03-01T12:30:00Z', '-'], file);
    expect(alone.out).toMatch(/^ISA.*~GS\*HN.*IEA\*1\*000000001~$/s);
    expect((await x12(['validate', '--now', '2025-03-01', '-'], alone.out)).code).toBe(0);
    const silent = await x12(['ack', '--only', 'TA1,999', '-'], file);
    expect(silent.out).not.toContain('GS*HN');
    const wrong = await x12(['ack', '--only', '997', '-'], file);
    expect([wrong.code, wrong.error]).toEqual([
      2,
      expect.stringContaining('--only must be a list of TA1, 999, 277CA'),
    ]);
  });

  test('reports the rules of a payer in the 277CA', async () => {
    const file = (await x12(['generate', '-'], JSON.stringify(claims))).out;
    const stranger = file.replaceAll('COMEDASSISTPROG', 'SOMEONEELSE0000');
    const { out } = await x12(['ack', '--profile', 'CO_TXIX', '--lines', '-'], stranger);
    expect(out).toMatch(/^STC\*A3:116\*.*\*U\*125\*{8}R200 /m);
  });
});
