import type { errors as english } from '../en/errors.ts';
import type { Translated } from '../translated.ts';

export const errors: Translated<typeof english> = {
  signedOut: { title: 'Su sesión ha terminado', detail: 'Inicie sesión de nuevo. No se envió nada.' },
  connection: { title: 'Sin conexión con Granary', detail: 'Compruebe su señal e inténtelo de nuevo.' },
  timeout: { title: 'Granary tardó demasiado en responder', detail: 'Inténtelo de nuevo en unos segundos.' },
  invalidReply: {
    title: 'Respondió otro servidor en lugar de Granary',
    detail: 'Compruebe si su red pide iniciar sesión e inténtelo de nuevo.',
  },
  program: {
    title: 'La aplicación tiene un error',
    detail: 'Recargue la página. Si el error vuelve, informe de lo que hizo.',
  },
  chunk: {
    title: 'No se pudo cargar esta parte de la aplicación',
    detail: 'Compruebe su señal y recargue la página.',
  },
  unknownCode: 'Granary rechazó la solicitud',
  codes: {
    validation_failed: { title: 'Algunos datos deben corregirse' },
    bad_request: { title: 'Algunos datos deben corregirse' },
    body_required: { title: 'La solicitud estaba vacía', detail: 'Recargue la página e inténtelo de nuevo.' },
    invalid_cursor: { title: 'La lista ha cambiado', detail: 'Recargue la lista.' },
    invalid_idempotency_key: {
      title: 'La solicitud no se envió bien',
      detail: 'Recargue la página e inténtelo de nuevo.',
    },
    unauthorized: { title: 'Su sesión ha terminado', detail: 'Inicie sesión de nuevo.' },
    forbidden: { title: 'Su rol no permite esto', detail: 'Pregunte a un propietario o administrador.' },
    insufficient_scope: {
      title: 'Esta clave de API no permite esto',
      detail: 'Use una clave con el alcance necesario.',
    },
    not_found: { title: 'No se encontró', detail: 'La dirección es incorrecta o el registro se eliminó.' },
    method_not_allowed: {
      title: 'Granary no admite esta solicitud',
      detail: 'Recargue la página para usar la versión más reciente.',
    },
    not_acceptable: {
      title: 'Granary no admite esta solicitud',
      detail: 'Recargue la página para usar la versión más reciente.',
    },
    unsupported_media_type: {
      title: 'Granary no admite este tipo de archivo',
      detail: 'Elija otro archivo.',
    },
    idempotency_in_flight: { title: 'Este cambio está en curso', detail: 'Espere unos segundos y recargue.' },
    idempotency_mismatch: {
      title: 'Este cambio ya se envió con otro contenido',
      detail: 'Recargue la página e introdúzcalo de nuevo.',
    },
    already_exists: { title: 'Ya existe', detail: 'Recargue la página para verlo.' },
    figures_too_large: {
      title: 'Hay demasiadas cifras en este periodo',
      detail: 'Elija un periodo más corto.',
    },
    conflict: { title: 'Otra persona lo cambió mientras tanto', detail: 'Recárguelo y repita su cambio.' },
    precondition_failed: {
      title: 'Otra persona lo cambió mientras tanto',
      detail: 'Recárguelo y repita su cambio.',
    },
    payload_too_large: {
      title: 'Es demasiado grande',
      detail: 'Elija un archivo más pequeño o menos entradas.',
    },
    rate_limited: { title: 'Demasiadas solicitudes', detail: 'Espere unos segundos e inténtelo de nuevo.' },
    timed_out: { title: 'Granary tardó demasiado', detail: 'Inténtelo de nuevo en unos segundos.' },
    unavailable: {
      title: 'Granary no está disponible por el momento',
      detail: 'Inténtelo de nuevo en unos segundos.',
    },
    internal: {
      title: 'Granary tiene un error',
      detail: 'Inténtelo de nuevo. Si vuelve, informe del id de la solicitud.',
    },
  },
};
