/** Words for states that sentences name by their code; a code without a word stays as it is. */
const words = (of: Readonly<Record<string, string>>) => (code: string) => of[code] ?? code

export const videoStatus = words({
  uploading: 'subiendo',
  processing: 'procesando',
  draft: 'por revisar',
  pending: 'pendiente',
  approved: 'seleccionado',
  rejected: 'no seleccionado',
  published: 'publicado',
  failed: 'falló',
})

export const payoutStatus = words({
  pending: 'pendiente',
  processing: 'en proceso',
  completed: 'completado',
  failed: 'falló',
})

export const countState = words({
  held: 'en retención',
  accepted: 'aceptados',
  dismissed: 'descartados',
  passed: 'liberados',
})

export const correctionState = words({ proposed: 'propuesta', posted: 'registrada', rejected: 'rechazada' })
