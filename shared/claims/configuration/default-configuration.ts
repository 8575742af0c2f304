/**
 * The first configuration file of a deployment: three sites, the state program, one commercial payer, and a clearinghouse
 * that copies files to the staging directory. All numbers are invented.
 */
export const defaultConfiguration = `# Billing providers, the clearinghouse, and the requirements of each payer.
# POST /api/admin/reload-config activates changes. An invalid file changes nothing.
version: 1

clearhouse:
  id: clearinghouse
  name: Staging clearinghouse
  # production or test, which sets ISA15 to P or T.
  environment: test
  trading_partner_id: "12345678"
  submitter:
    name: GRANARY BILLING
    contact: { name: EDI DESK, phone: "3035550100" }
  # stub copies files to the staging directory; sftp sends them with the block below. Store the private key with
  # npm run operator -- clearinghouse-key (docs/clearinghouse.md).
  transport: stub
  # sftp:
  #   host: sftp.example.org
  #   port: 22
  #   username: "12345678"
  #   host_key: SHA256:...          # output of ssh-keyscan HOST | ssh-keygen -lf -
  #   upload_directory: /to-payer
  #   response_directory: /from-payer
  #   delete_after_pickup: false
  file_name:
    prefix: tp
    time_zone: America/Denver

# Lane of claims for a payer without an 837P block: draft or review.
intake:
  unknown_payers: draft

# One billing provider for each site.
providers:
  - npi: "1234567893"
    name: VALLEY CLINIC
    site: Denver
    tax_id: "841234567"
    zip: "802031234"
    taxonomies: [207Q00000X, 363L00000X]
  - npi: "1245319599"
    name: VALLEY CLINIC NORTH
    site: Boulder
    tax_id: "841234567"
    zip: "803021111"
    taxonomies: [207Q00000X]
  - npi: "1679576722"
    name: VALLEY CLINIC SOUTH
    site: Pueblo
    tax_id: "841234567"
    zip: "810032222"
    taxonomies: [207Q00000X, 261QM1300X]

payers:
  - id: CO_TXIX
    name: Health First Colorado
    transactions:
      837P:
        # Rules R200 to R210 with the defaults of the state program.
        profile: { extends: CO_TXIX }
        # Days from the last day of service within which the payer takes a claim.
        file_within_days: 365
      999: { overdue_after_hours: 1 }
      277CA:
        # contract: table of the service contract; differences go to review. standard: code source 507.
        reading: contract
        # Zone of the dates and times in the payer's files; payer_rejected_at is shown in UTC.
        time_zone: America/Denver
        overdue_after_hours: 48
        # Sends a 277CA for claims of this payer that arrive in a file.
        send_for_received_claims: true
      835: { overdue_after_hours: 720 }
  - id: "60054"
    name: Plains Health
    transactions:
      837P:
        receiver: { qualifier: ZZ, id: "60054", name: PLAINS HEALTH }
        file_within_days: 180
      # Days from the payment within which the payer takes an appeal or a correction.
      835: { appeal_within_days: 180 }
`;
