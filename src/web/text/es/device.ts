import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { device as english } from '../en/device.ts'

export const device = {
  display: {
    title: 'Pantalla',
    body: 'Solo para este dispositivo.',
    density: 'Densidad',
    auto: 'Automática',
    comfortable: 'Cómoda',
    compact: 'Compacta',
    motion: 'Movimiento',
    motionHint: 'También se apaga si tu dispositivo pide menos movimiento.',
    keys: 'Atajos de teclado',
    on: 'Sí',
    off: 'No',
    queueKeys: [
      { key: 'x', does: 'Seleccionar la fila' },
      { key: 'Shift x', does: 'Seleccionar hasta la fila' },
      { key: 'e', does: 'Ocuparte de la fila' },
    ],
    keyList: [
      { key: 'j', does: 'Fila siguiente' },
      { key: 'k', does: 'Fila anterior' },
      { key: 'Enter', does: 'Abrir la fila' },
      { key: 'Esc', does: 'Cerrar lo abierto' },
      { key: '/', does: 'Ir a la búsqueda' },
      { key: '?', does: 'Mostrar esto' },
    ],
  },
  notNow: 'Ahora no',
  install: {
    title: 'Pon Crew en tu pantalla de inicio',
    body: 'Se abre como una aplicación, también sin conexión.',
    hint: 'Toca el botón de compartir de tu navegador y luego «Agregar a inicio». Un iPhone o iPad olvida lo que guarda una página tras 7 días sin visitas; una aplicación en la pantalla de inicio lo conserva.',
    act: 'Instalar',
  },
  push: {
    title: 'Recibe avisos en este dispositivo',
    body: 'Cuando un equipo va en camino, cuando cambia un trabajo, cuando algo te necesita.',
    isOn: 'Este dispositivo recibe avisos.',
    turnOn: 'Activar',
    turnOff: 'Desactivar',
    failed: 'No se pudieron cambiar los avisos. Inténtalo de nuevo.',
  },
} satisfies Translation<typeof english>

/** De los mapas con calles: llegan cuando se ve un mapa. */
export const maps = {
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  showAll: 'Mostrar todo',
  pins: 'Lugares del mapa. Las flechas llevan de uno al siguiente.',
  start: 'Donde empieza el día',
  cluster: (places: number) =>
    plural.es(places, { one: '1 lugar: acercar', other: (n) => `${n} lugares: acercar` }),
  sameSpot: 'Todos en este punto',
  close: 'Cerrar la lista',
  attribution: 'Fuentes de este mapa',
  scrollToZoom: (key: string) => `Usa ${key} y la rueda para acercar el mapa`,
  twoFingers: 'Usa dos dedos para mover el mapa',
  pin: 'Marcador. Arrástralo al punto exacto o muévelo con las flechas.',
  dragPin: 'Arrastra el marcador al punto exacto o toca el mapa.',
  tapMap: 'Toca el mapa donde está.',
}
