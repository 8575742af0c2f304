import type { claimsErrors as english } from '../en/claims-errors.ts';
import type { Translated } from '../translated.ts';

export const claimsErrors: Translated<typeof english> = {
  no_claims_role: {
    title: 'No tiene ningún rol en reclamaciones',
    detail: 'Pida un rol a un administrador.',
  },
  provider_scope: {
    title: 'Su acceso se limita a algunos proveedores',
    detail: 'Pida a un administrador que lo haga.',
  },
  audit_log_damaged: {
    title: 'El registro de auditoría está dañado',
    detail: 'No se firmó ningún punto de control. Verifique el registro para ver la entrada.',
  },
  audit_log_empty: { title: 'El registro de auditoría aún no tiene entradas' },
  wrong_file_kind: { title: 'El archivo no tiene contenido de este tipo', detail: 'Compruebe el archivo.' },
  invalid_envelope: {
    title: 'El sobre del archivo no es válido',
    detail: 'Pida al remitente un archivo corregido.',
  },
  file_in_work: { title: 'El archivo se está procesando', detail: 'Inténtelo de nuevo en unos segundos.' },
  claims_not_ready: { title: 'Algunas reclamaciones no están listas', detail: 'Recargue la vista previa.' },
  submission_blocked: {
    title: 'Algunas reclamaciones tienen errores',
    detail: 'Ábralas y corrija las observaciones.',
  },
  payer_not_configured: {
    title: 'Este pagador no está configurado para recibir reclamaciones',
    detail: 'Añádalo a la configuración.',
  },
  invalid_configuration: {
    title: 'El archivo de configuración tiene errores',
    detail: 'Corríjalo y vuelva a cargarlo.',
  },
  unknown_claim: { title: 'No se encontró la reclamación que corregir' },
  no_payer_claim_number: {
    title: 'Aún no se conoce el número de control del pagador',
    detail: 'Introduzca el número de la reclamación original.',
  },
  not_correctable: { title: 'Una reclamación en este estado no se puede corregir así' },
  not_editable: {
    title: 'Esta reclamación no se puede editar ahora',
    detail: 'Recárguela para ver su estado.',
  },
  not_in_review: { title: 'La reclamación no está en revisión', detail: 'Recárguela para ver su estado.' },
  not_adjudicated: {
    title: 'Ninguna remesa decidió la reclamación',
    detail: 'Espere la remesa del primer pagador.',
  },
  no_other_coverage: {
    title: 'La reclamación no indica otra cobertura',
    detail: 'Añada el segundo pagador a la reclamación.',
  },
  secondary_cautions: {
    title: 'La reclamación secundaria necesita su confirmación',
    detail: 'Lea las advertencias y confirme.',
  },
  no_retention_time: {
    title: 'No hay tiempo de conservación',
    detail: 'Indíquelo en la página Conservación.',
  },
  purge_running: { title: 'Hay una purga en curso', detail: 'Espere a que termine.' },
  alert_rule_limit_reached: { title: 'Puede haber 50 reglas de alerta', detail: 'Elimine una primero.' },
  already_released: { title: 'La retención legal ya terminó' },
  already_reconciled: {
    title: 'La línea del banco o una remesa ya está asignada',
    detail: 'Deshaga antes la asignación.',
  },
  not_reconciled: { title: 'La línea del banco no está asignada' },
  unknown_remittance: {
    title: 'No se encontró una remesa o aún no se conocen sus sumas',
    detail: 'Recargue la lista.',
  },
  unmatched_item_state: {
    title: 'El elemento cambió mientras tanto',
    detail: 'Recárguelo para ver su estado.',
  },
};
