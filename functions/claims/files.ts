import { fileJson } from '#claims/claims/claim-json.ts';
import type * as declared from '#claims/files/contract.ts';
import { uploadSeconds } from '#claims/files/contract.ts';
import { expectedFile, filesCsv } from '#claims/files/file.ts';
import { uploadKey } from '#claims/files/inbox-records.ts';
import { expectFile, type files, queryFiles, readFindings } from '#claims/files/records.ts';
import { created, listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import { type Call, change } from '#http/endpoint/claims-operation.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { filesBucket } from '#store/s3/files-bucket.ts';
import { uploadUrl } from '#store/s3/x12-bucket.ts';

export async function createFile({ body, now, newId }: Call<typeof declared.createFile>) {
  const id = newId();
  const object_key = uploadKey(id, body.name);
  const file = expectedFile({ id, name: body.name, object_key, now });
  const url = await uploadUrl(filesBucket, object_key, uploadSeconds);
  const expires_at = new Date(now.getTime() + uploadSeconds * 1000).toISOString();
  const upload = { method: 'PUT', url, headers: {}, expires_at };
  return change(created({ ...fileJson(file), upload }, `/api/files/${id}`), expectFile(file, now));
}

export async function listFiles(call: Call<typeof declared.listFiles>) {
  const { data, nextCursor } = await queryFiles(claimsTable, call.query);
  return listReply(call, filesCsv, data.map(fileJson), nextCursor);
}

export async function getFile({ resource: file }: Call<typeof declared.getFile, typeof files>) {
  return ok({ ...fileJson(file), findings: await readFindings(claimsTable, file.id) });
}
