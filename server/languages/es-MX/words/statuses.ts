/** Words for states that sentences name by their code; a code without a word stays as it is. */
const words = (of: Readonly<Record<string, string>>) => (code: string) => of[code] ?? code

const videoStatuses = {
  uploading: 'subiendo',
  processing: 'procesando',
  draft: 'por revisar',
  pending: 'pendiente',
  approved: 'seleccionado',
  rejected: 'no seleccionado',
  published: 'publicado',
  failed: 'falló',
}
export const videoStatus = words(videoStatuses)
/** The same as staff call them. */
export const staffVideoStatus = words({ ...videoStatuses, approved: 'aprobado', rejected: 'rechazado' })

export const payoutStatus = words({
  pending: 'pendiente',
  processing: 'en proceso',
  completed: 'completado',
  failed: 'falló',
})

export const payoutFrequency = words({
  weekly: 'cada semana',
  monthly: 'cada mes',
  quarterly: 'cada trimestre',
})

export const countState = words({
  held: 'en retención',
  accepted: 'aceptados',
  dismissed: 'descartados',
  passed: 'liberados',
})

export const correctionState = words({ proposed: 'propuesta', posted: 'registrada', rejected: 'rechazada' })
