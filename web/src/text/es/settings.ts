import type { settings as english } from '../en/settings.ts';
import { withStop } from '../format.ts';
import type { Translated } from '../translated.ts';

export const settings: Translated<typeof english> = {
  title: 'Ajustes',
  brand: 'Marca',
  name: 'Nombre',
  timeZone: 'Zona horaria',
  timeZoneHint: 'La siguen los días y semanas de las cifras, los cierres y las horas de envío',
  currency: 'Moneda',
  locale: 'Idioma de fechas e importes en mensajes',
  localeHint: 'Una etiqueta de idioma como en-US o es-MX',
  catalog: 'Productos en los pedidos',
  catalogs: { managed: 'Solo productos del catálogo', external: 'Cualquier id de producto' },
  prices: 'Precios en los pedidos',
  pricesOf: { trust: 'Como dice el pedido', match: 'Deben ser los del catálogo' },
  stops: 'Puntos de entrega en los pedidos',
  stopsOf: { managed: 'Solo puntos de la lista', external: 'Cualquier id de punto' },
  save: 'Guardar ajustes',
  saved: 'Ajustes guardados',
  conflict:
    'Otra persona cambió los ajustes mientras tanto. Estos son los actuales; haga su cambio de nuevo.',
  ownersOnly: 'Solo un propietario puede cambiar los ajustes.',
  exports: 'Llévese todo',
  exportsText:
    'Un archivo con todo lo que es de la marca, como NDJSON y CSV, y una lista de sumas de control.',
  newExport: 'Preparar un archivo',
  exportStarted: 'El archivo se está preparando. Recibirá un aviso cuando esté listo.',
  exportState: {
    waiting: 'En espera',
    running: 'En curso',
    done: 'Listo',
    failed: 'Fallido',
    expired: 'Vencido',
  },
  records: (count: string) => `${count} registros`,
  until: (day: string) => `hasta el ${day}`,
  download: 'Descargar',
  remove: 'Eliminar la marca',
  removeText: 'Todo se elimina después de un plazo de espera, en el que puede cambiar de opinión.',
  removeConfirm: (name: string) => `Escriba ${name} para confirmar`,
  removed: 'La marca se eliminará',
  deletesAt: (time: string) => `Esta marca y todo lo que contiene se eliminará el ${withStop(time)}`,
  restore: 'Conservar la marca',
  restored: 'La marca se conserva',
};
