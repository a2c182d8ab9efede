import type { texts as english } from '../../../../features/editor/texts.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { Translation } from '../../../translation.ts'

const soon = (tool: string): ToastContent => ({ title: 'Muy pronto', description: tool })

export const texts = {
  title: (title: string) => `Editar - ${title}`,
  restricted: {
    title: 'Acceso restringido',
    text: 'Solo los administradores pueden editar videos. Como creador puedes subir videos y ver su estado.',
  },
  label: 'Editor de video',
  tabs: {
    preview: 'Vista previa',
    ai: 'Mejora con IA',
    tools: 'Herramientas',
    publishing: 'Publicación',
  },
  notPlayable: 'Aún no se puede reproducir',
  start: 'Iniciar mejora con IA',
  retry: 'Reintentar mejora con IA',
  running: 'Analizando el video...',
  highlights: 'Momentos',
  noHighlights: 'Aún no se detectan momentos destacados',
  suggestedTitle: 'Título sugerido',
  suggestedDescription: 'Descripción sugerida',
  none: 'Aún ninguno',
  tools: [
    ['Editor de clips', soon('El editor de clips aún no está disponible.')],
    ['Herramientas de audio', soon('Las herramientas de audio aún no están disponibles.')],
    ['Editor visual', soon('El editor visual aún no está disponible.')],
  ],
  trim: {
    title: 'Recortar este momento',
    label: (what: string) => `Recortar: ${what}`,
    ends: { start: 'Punto de entrada', end: 'Punto de salida' },
    seconds: (seconds: number) => `${seconds.toFixed(1)} s`,
    startHere: 'Empezar aquí',
    endHere: 'Terminar aquí',
    play: 'Reproducir desde aquí',
    reset: 'Como se encontró',
    cancel: 'Cancelar',
    save: 'Guardar recorte',
    saving: 'Guardando...',
    saved: { title: 'Momento recortado', description: 'Su clip se genera con el nuevo recorte.' },
    failed: 'No se pudo recortar el momento',
    failedOtherwise: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
    which: 'Momento',
    none: 'Aún no hay momentos por recortar.',
  },
  compilation: {
    choose: (what: string) => `Elegir para un reel: ${what}`,
    add: (count: number) => `Agregar al reel (${count})`,
    adding: 'Agregando...',
    type: 'Formato del reel',
    types: { short: 'Vertical', wide: 'Horizontal' },
    added: { title: 'Agregado al reel', description: 'Estamos generando el reel.' },
    failed: 'No se pudo agregar al reel',
    failedOtherwise: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  },
  notes: 'Notas de edición',
  save: 'Guardar',
} satisfies Translation<typeof english>
