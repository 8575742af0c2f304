import { decimalOfCents } from '#claims/claims/claim-json.ts';
import { shareJson, totalOf } from '#claims/claims/patient-share.ts';
import type * as declared from '#claims/money/contract.ts';
import { importBankFile as readAndMatch } from '#claims/money/import-bank-file.ts';
import {
  bankLineJson,
  candidatesOf,
  depositJson,
  matchByHand,
  unmatchByHand,
} from '#claims/money/match-line.ts';
import {
  bankFilesCsv,
  bankLinesCsv,
  depositsCsv,
  ledgerCsv,
  ledgerRows,
  patientSharesCsv,
  providerBalancesCsv,
} from '#claims/money/money-csv.ts';
import { ledgerEntryJson, providerBalanceJson } from '#claims/money/provider-ledger.ts';
import { bankLineStates, depositStates } from '#claims/money/reconciliation-fields.ts';
import {
  type bankLines,
  findDeposits,
  importPorts,
  queryLedger,
  queryLedgerAccounts,
  queryPatientShares,
  queryBankFiles as readBankFiles,
  queryBankLines as readBankLines,
  queryDeposits as readDeposits,
  readReconciliation,
  reconciliationStore,
} from '#claims/money/records.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { readCohorts } from '#claims/reports/cohort-records.ts';
import { patientShareOf } from '#claims/reports/rules.ts';
import { ApiError } from '#contract/errors.ts';
import { created, csvReply, listReply, ok, page, wantsCsv } from '#http/endpoint/claims-endpoint.ts';
import { type Call, withChange } from '#http/endpoint/claims-operation.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 20_000;

export async function importBankFile({ query, body, principal }: Call<typeof declared.importBankFile>) {
  const until = Date.now() + budget;
  const ports = importPorts(claimsTables, principal.subject, () => Date.now() > until);
  const { file, isKnown } = await readAndMatch(body.csv, query, ports);
  return isKnown ? ok(file) : created(file, undefined);
}

export async function listBankFiles(call: Call<typeof declared.listBankFiles>) {
  const { data, nextCursor } = await readBankFiles(claimsTable, call.query);
  return listReply(call, bankFilesCsv, data, nextCursor);
}

export async function listBankLines(call: Call<typeof declared.listBankLines>) {
  const { data, nextCursor } = await readBankLines(claimsTable, call.query);
  return listReply(call, bankLinesCsv, data.map(bankLineJson), nextCursor);
}

export async function getBankLine({ resource: line }: Call<typeof declared.getBankLine, typeof bankLines>) {
  const { byTrace, byAmount } = await reconciliationStore(claimsTable).surroundings(line);
  const candidates = candidatesOf(line, [...byTrace, ...byAmount]);
  return ok({ ...bankLineJson(line), candidates }, { version: line.version });
}

export async function matchBankLine({
  resource: line,
  body,
  principal,
  now,
}: Call<typeof declared.matchBankLine, typeof bankLines>) {
  const ids = [...new Set(body.remittance_ids)];
  const chosen = await findDeposits(claimsTable, ids);
  if (chosen.length < ids.length) throw new ApiError('unknown_remittance');
  const current = await findDeposits(claimsTable, line.remittance_ids);
  const { reason, accept_difference: acceptDifference } = body;
  const person = { actor: principal.subject, now, reason, acceptDifference };
  const { line: after, change } = matchByHand(line, chosen, current, person);
  return withChange(ok(bankLineJson(after), { version: after.version }), change);
}

export async function unmatchBankLine({
  resource: line,
  body,
  principal,
  now,
}: Call<typeof declared.unmatchBankLine, typeof bankLines>) {
  const current = await findDeposits(claimsTable, line.remittance_ids);
  const person = { actor: principal.subject, now, reason: body.reason };
  const { line: after, change } = unmatchByHand(line, current, person);
  return withChange(ok(bankLineJson(after), { version: after.version }), change);
}

export async function getReconciliation() {
  const figures = await readReconciliation(claimsTable);
  const by = (kind: 'bank-line' | 'deposit', states: readonly string[]) =>
    Object.fromEntries(
      states.map((state) => {
        const { count, cents } = figures(kind, state);
        return [state, { count, amount: decimalOfCents(cents) }];
      }),
    );
  return ok({ bank_lines: by('bank-line', bankLineStates), deposits: by('deposit', depositStates) });
}

export async function listDeposits(call: Call<typeof declared.listDeposits>) {
  const { data, nextCursor } = await readDeposits(claimsTable, call.query);
  return listReply(call, depositsCsv, data.map(depositJson), nextCursor);
}

export async function listProviderBalances(call: Call<typeof declared.listProviderBalances>) {
  const { data, nextCursor } = await queryLedgerAccounts(claimsTable, call.query);
  const own = data.filter(({ provider }) => isWithin([provider], call.principal.billingNpis));
  return listReply(call, providerBalancesCsv, own.map(providerBalanceJson), nextCursor);
}

export async function listLedger(call: Call<typeof declared.listLedger>) {
  const { data, nextCursor } = await queryLedger(claimsTable, call.query);
  const { billingNpis } = call.principal;
  const own = data.filter(({ provider, adjustments }) =>
    isWithin([provider, ...adjustments.flatMap((one) => one.provider ?? [])], billingNpis),
  );
  const entries = own.map(ledgerEntryJson);
  const reply = page(entries, nextCursor);
  return wantsCsv(call) ? { ...csvReply(call, ledgerCsv, ledgerRows(entries)), body: reply.body } : reply;
}

export async function listPatientResponsibility(call: Call<typeof declared.listPatientResponsibility>) {
  const { data, nextCursor } = await queryPatientShares(claimsTable, {
    ...call.query,
    billing_npis: call.principal.billingNpis,
  });
  const rows = data.map(({ share, day, ...claim }) => ({
    ...claim,
    patient_responsibility: decimalOfCents(totalOf(share)),
    by_reason: shareJson(share),
  }));
  return listReply(call, patientSharesCsv, rows, nextCursor);
}

export async function getPatientResponsibility({
  query,
  principal,
}: Call<typeof declared.getPatientResponsibility>) {
  const { claims, share } = patientShareOf(
    await readCohorts(claimsTable, { ...query, billing_npis: principal.billingNpis }),
  );
  const patient_responsibility = decimalOfCents(totalOf(share));
  return ok({ claims, patient_responsibility, by_reason: shareJson(share) });
}
