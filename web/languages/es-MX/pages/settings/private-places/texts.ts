import type { texts as english } from '../../../../../pages/settings/private-places/texts.ts'
import type { Translation } from '../../../../translation.ts'

export const texts = {
  failed: 'No pudimos cargar tus lugares privados',
  about:
    'Los círculos muestran lo que los demás nunca ven. No están centrados, para que nadie sepa el punto exacto. Solo tú ves esta página.',
  empty: {
    title: 'Aún no hay rodadas en el mapa',
    text: 'Sube un video con GPS. Cuando termine su análisis, aquí verás tus rodadas y tus lugares privados.',
  },
  map: {
    label: 'Mapa de tus lugares privados',
    hint: 'Toca el mapa o usa las flechas para mover la mira; con Mayús avanza más. Presiona + o - para acercar o alejar y Enter para agregar un lugar.',
    show: 'Mostrar en el mapa',
    all: 'Todas las rodadas',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    reset: 'Restablecer vista',
    ride: 'Tus rodadas',
    hidden: 'Oculto para los demás',
    notHidden: 'Ahora no está oculto',
    crosshair: (latitude: string, longitude: string) => `Mira en ${latitude}, ${longitude}`,
    inside: (place: number) => `dentro del círculo del lugar ${place}`,
    near: (distance: string, place: number) => `a ${distance} del lugar ${place}`,
  },
  add: {
    open: 'Agregar un lugar aquí',
    title: '¿Hacer privado este punto?',
    text: (distance: string) =>
      `Los demás no verán lo que el GPS midió por aquí en ninguna de tus rodadas, pasadas o futuras. El círculo llega hasta ${distance} de este punto.`,
    yes: 'Agregar lugar',
    done: { title: 'Lugar agregado' },
    failed: 'No se pudo agregar el lugar',
  },
  list: {
    title: 'Tus lugares',
    none: 'Aún no tienes lugares privados. Mueve la mira para agregar uno.',
    added: 'Lo agregaste tú',
    end: 'Inicio o fin de una rodada',
    endOf: (ride: string) => `Inicio o fin de «${ride}»`,
    since: (date: string) => `Desde el ${date}`,
    number: (place: number) => `Lugar ${place}`,
    show: 'Ver',
    showLabel: (place: number) => `Ver el lugar ${place} en el mapa`,
    remove: 'Quitar',
    removeLabel: (place: number) => `Quitar el lugar ${place}`,
  },
  removal: {
    title: (place: number) => `¿Quitar el lugar ${place}?`,
    text: 'Los demás verán lo que el GPS midió aquí, también en rodadas ya publicadas. Las nuevas rodadas no volverán a agregar este lugar, pero tú sí puedes.',
    yes: 'Quitar lugar',
    done: { title: 'Lugar quitado' },
    failed: 'No se pudo quitar el lugar',
  },
  cancel: 'Cancelar',
  otherwise: 'Inténtalo de nuevo.',
} satisfies Translation<typeof english>
