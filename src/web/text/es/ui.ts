import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { ui as english } from '../en/ui.ts'

export const ui = {
  back: 'Atrás',
  startOver: 'Empezar de nuevo',
  cancel: 'Cancelar',
  close: 'Cerrar',
  done: 'Listo',
  loading: 'Cargando…',
  menu: 'Menú',
  more: 'Más',
  ok: 'Aceptar',
  optional: 'opcional',
  remove: (what) => `Quitar ${what}`,
  retry: 'Intentar de nuevo',
  search: 'Buscar',
  undo: 'Deshacer',
  working: 'Un momento…',
  opensOutside: 'abre otro sitio',
  notifications: 'Mensajes',
  somethingWrong: 'Algo salió mal.',
  later: {
    title: 'Esperando la conexión',
    body: 'Esto todavía no está en tu dispositivo. Llega en cuanto vuelvas a tener conexión.',
  },
  cannotLoad: 'No se pudo cargar.',
  checkConnection: 'Revisa tu conexión e intenta de nuevo.',
  form: {
    required: 'Completa este campo.',
    email: 'No parece una dirección de correo.',
    phone: 'Un número de teléfono tiene diez dígitos.',
    number: 'No podemos usar este número.',
    tooShort: (least) => `Usa al menos ${least} caracteres.`,
    fixFields: 'Revisa los campos marcados.',
  },
  password: { show: 'Mostrar contraseña', hide: 'Ocultar contraseña' },
  stepper: { less: 'Menos', more: 'Más' },
  files: {
    choose: 'Elegir un archivo',
    drop: 'o suéltalo aquí',
    several: 'Elegir archivos',
    tooLarge: (name) => `${name} es demasiado grande.`,
    wrongKind: (name) => `${name} no es un tipo de archivo que aceptemos aquí.`,
  },
  steps: (step, count) => `Paso ${step} de ${count}`,
  table: {
    sortBy: (column) => `Ordenar por ${column}`,
    width: (column: string) => `Ancho de ${column}`,
  },
  map: {
    label: (stops) => plural.es(stops, { one: 'Mapa con una parada', other: (n) => `Mapa con ${n} paradas` }),
    base: 'Inicio',
    stopList: 'Paradas en orden',
  },
  photos: { open: (index, count) => `Abrir foto ${index} de ${count}` },
  weekdays: {
    group: 'Días de la semana',
    long: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
    short: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
  },
  minutes: (minutes) => {
    const hours = Math.floor(minutes / 60)
    const rest = Math.round(minutes % 60)
    if (hours === 0) return `${rest} min`
    return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  },
  today: 'Hoy',
  tomorrow: 'Mañana',
  yesterday: 'Ayer',
} satisfies Translation<typeof english>
