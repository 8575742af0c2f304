import type { farmErrors as english } from '../en/farm-errors.ts';
import type { Translated } from '../translated.ts';

export const farmErrors: Translated<typeof english> = {
  brand_id_required: {
    title: 'Falta la granja en la solicitud',
    detail: 'Recargue la página e inténtelo de nuevo.',
  },
  unknown_product: { title: 'Un producto ya no existe', detail: 'Quítelo del pedido o elija otro.' },
  price_mismatch: {
    title: 'Los precios no coinciden con el catálogo',
    detail: 'Vuelva a leer los precios y guarde el pedido.',
  },
  invalid_pickup: {
    title: 'Este punto o día de entrega no es posible',
    detail: 'Elija otro punto u otro día.',
  },
  invalid_code: { title: 'El código es incorrecto o ya no es válido', detail: 'Pida un código nuevo.' },
  address_not_allowed: {
    title: 'Las pruebas solo van a las direcciones de prueba',
    detail: 'Añada la dirección en los ajustes de mensajes.',
  },
  name_mismatch: { title: 'El nombre no es el de la granja', detail: 'Escriba el nombre exacto.' },
  invalid_signature: {
    title: 'La firma es incorrecta o demasiado antigua',
    detail: 'Envíe la solicitud de nuevo.',
  },
  payment_required: {
    title: 'Su plan no incluye esto',
    detail: 'Consulte en Facturación qué amplía el límite.',
  },
  payment_declined: {
    title: 'El pago fue rechazado',
    detail: 'Actualice la forma de pago en el portal de facturación.',
  },
  no_brand_held: {
    title: 'Aún no tiene ninguna granja',
    detail: 'Cree una o pida una invitación a un propietario.',
  },
  brand_not_held: { title: 'Sin acceso a esta granja', detail: 'Pida una invitación a un propietario.' },
  contact_not_found: { title: 'No se encontró el cliente', detail: 'Puede que se haya combinado o borrado.' },
  unknown_referral_code: {
    title: 'No se encontró el código de recomendación',
    detail: 'Compruebe el código.',
  },
  already_redeemed: { title: 'Esta dirección ya canjeó el código' },
  already_referred: { title: 'Otro cliente ya recomendó a este cliente' },
  existing_customer: { title: 'No se puede recomendar a clientes con un pedido completado' },
  address_silent: {
    title: 'Esta dirección no recibe mensajes',
    detail: 'Pregunte a su titular por mensaje, o pida que envíe START desde el teléfono.',
  },
  silent_by_customer: {
    title: 'El cliente no quiere mensajes',
    detail: 'Solo el cliente puede cambiarlo: con el enlace de un mensaje que usted le pida, o con START.',
  },
  complaint_needs_reason: {
    title: 'El cliente se quejó de un mensaje',
    detail: 'Escriba por qué se permiten mensajes de nuevo.',
  },
  opt_in_refused: { title: 'El cliente se quejó y no se le puede preguntar' },
  opt_in_too_often: {
    title: 'Ya se preguntó a esta dirección',
    detail: 'Se puede preguntar una vez al día y tres veces en 30 días.',
  },
  no_address: {
    title: 'El contacto no tiene dirección para estos mensajes',
    detail: 'Añada primero un correo o un teléfono.',
  },
  shared_address: { title: 'Esta dirección es de varias personas; use la de una sola' },
  self_referral: { title: 'Los clientes no pueden canjear su propio código' },
  referral_loop: { title: 'Este cliente recomendó al dueño del código' },
  referral_not_redeemed: { title: 'El código no se canjeó', detail: 'Inténtelo de nuevo.' },
  no_shop_url: {
    title: 'Falta la dirección de su tienda',
    detail: 'Indíquela en los ajustes de recomendaciones.',
  },
  credit_insufficient: { title: 'El cliente no tiene tanto crédito', detail: 'Introduzca un importe menor.' },
  credit_already_used: { title: 'El pedido ya usa crédito' },
  credit_not_usable: {
    title: 'No se puede usar crédito en este pedido',
    detail: 'Se puede usar antes de completarlo, hasta el importe pendiente.',
  },
  brand_closing: {
    title: 'La granja se está eliminando y es de solo lectura',
    detail: 'Restáurela primero en Ajustes.',
  },
  export_running: { title: 'Hay una exportación en curso', detail: 'Espere a que termine.' },
  already_subscribed: {
    title: 'La granja ya tiene una suscripción',
    detail: 'Cambie el plan en la página de Facturación.',
  },
  not_subscribed: {
    title: 'La granja no tiene suscripción',
    detail: 'Empiece una en la página de Facturación.',
  },
  pickup_day_full: { title: 'El día de entrega está completo', detail: 'Elija otro día.' },
  image_limit_reached: { title: 'Un producto puede tener 10 imágenes', detail: 'Elimine antes una imagen.' },
  sku_taken: { title: 'Otro producto tiene este SKU', detail: 'Introduzca otro SKU.' },
  contact_exists: {
    title: 'Ya existe un cliente con este correo',
    detail: 'Abra ese cliente o use otra dirección.',
  },
  cannot_merge: { title: 'Estos clientes no se pueden combinar', detail: 'Elija como máximo otros 20.' },
  last_owner: { title: 'La granja necesita un propietario', detail: 'Transfiera antes la propiedad.' },
  already_member: { title: 'Esta persona ya tiene acceso' },
  invitation_limit_reached: { title: 'Hay 100 invitaciones abiertas', detail: 'Revoque una primero.' },
  invitation_invalid: {
    title: 'La invitación ya no es válida',
    detail: 'Se usó, se revocó o tiene más de 7 días. Pida una nueva.',
  },
  invitation_exists: {
    title: 'Esta dirección ya está invitada',
    detail: 'Envíe la invitación de nuevo o revóquela.',
  },
  member_limit_reached: {
    title: 'Una granja puede tener 1000 miembros',
    detail: 'Quite antes a un miembro.',
  },
  key_revoked: { title: 'La clave de API está revocada o caducada', detail: 'Cree una clave nueva.' },
  webhook_limit_reached: {
    title: 'Una granja puede tener 20 destinos de webhooks',
    detail: 'Elimine uno primero.',
  },
  webhook_endpoint_disabled: {
    title: 'El destino de webhooks está desactivado',
    detail: 'Actívelo primero.',
  },
  water_limit_reached: {
    title: 'Una granja puede tener 1000 campos y 1000 medidores',
    detail: 'Elimine uno primero.',
  },
  water_log_not_created: { title: 'El registro de agua no se guardó', detail: 'Inténtelo de nuevo.' },
  water_logs_not_fetched: {
    title: 'No se pudieron leer los registros de agua',
    detail: 'Inténtelo de nuevo en unos segundos.',
  },
  currency_in_use: {
    title: 'La moneda no puede cambiar después del primer pedido',
    detail: 'Cree otra marca para otra moneda.',
  },
  meter_unit_in_use: {
    title: 'La unidad de un medidor con lecturas no puede cambiar',
    detail: 'Cree otro medidor.',
  },
  reading_does_not_fit: {
    title: 'La lectura no encaja entre las vecinas',
    detail: 'Compruebe el número, o marque vuelta a cero o sustitución.',
  },
  too_many_corrections: { title: 'Una lectura se puede corregir 50 veces' },
  season_closed: { title: 'Las entradas de temporadas anteriores no pueden cambiar' },
  code_sent_recently: {
    title: 'Se envió un código en los últimos diez minutos',
    detail: 'Introdúzcalo o espere.',
  },
  campaign_not_created: { title: 'La campaña no se guardó', detail: 'Inténtelo de nuevo.' },
  campaign_not_editable: {
    title: 'La campaña se está enviando o terminó',
    detail: 'Cree una campaña nueva.',
  },
  campaign_not_sendable: { title: 'La campaña aún no se puede enviar', detail: 'Complete lo que falta.' },
  illegal_campaign_transition: {
    title: 'La campaña no puede cambiar así ahora',
    detail: 'Recargue la página para ver su estado.',
  },
  sender_not_configured: {
    title: 'No hay remitente configurado para los mensajes',
    detail: 'Indíquelo en los ajustes de mensajes.',
  },
  illegal_transition: {
    title: 'El pedido no puede pasar a este estado',
    detail: 'Recargue el pedido para ver su estado.',
  },
  order_not_created: { title: 'El pedido no se guardó', detail: 'Inténtelo de nuevo.' },
  order_not_editable: {
    title: 'Este cambio del pedido ya no es posible',
    detail: 'Un pedido pendiente se puede editar. En uno confirmado solo se pueden reducir cantidades.',
  },
  edit_too_large: {
    title: 'El cambio afecta a demasiados productos',
    detail: 'Cambie menos artículos cada vez.',
  },
  out_of_stock: {
    title: 'No hay existencias suficientes',
    detail: 'Reduzca la cantidad o ajuste las existencias.',
  },
  insufficient_stock: {
    title: 'Las existencias no alcanzan para este cambio',
    detail: 'Introduzca una cantidad menor.',
  },
  promo_code_refused: {
    title: 'El código promocional no se puede usar',
    detail: 'Compruebe fechas, límites y condiciones.',
  },
  promo_code_exists: { title: 'Ya existe un código promocional con este texto', detail: 'Elija otro texto.' },
  payment_refused: { title: 'El pago no corresponde al pedido', detail: 'Compruebe el importe pendiente.' },
  refund_refused: { title: 'El reembolso no corresponde a los pagos', detail: 'Compruebe lo que se pagó.' },
  billing_not_configured: {
    title: 'Los pagos no están configurados',
    detail: 'Pregunte al operador de Granary.',
  },
  payment_provider_refused: {
    title: 'El proveedor de pagos lo ha rechazado',
    detail: 'Abra el portal de facturación o contacte con el soporte.',
  },
  payment_provider_unavailable: {
    title: 'El proveedor de pagos no responde',
    detail: 'Inténtelo de nuevo en unos minutos.',
  },
  products_not_fetched: {
    title: 'No se pudieron leer los productos',
    detail: 'Inténtelo de nuevo en unos segundos.',
  },
  report_not_generated: {
    title: 'No se pudo hacer el informe',
    detail: 'Inténtelo de nuevo en unos segundos.',
  },
  pick_list_too_large: {
    title: 'El día tiene demasiados pedidos para una lista',
    detail: 'Elija un punto de entrega.',
  },
};
