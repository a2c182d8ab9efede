import type { refusals as english } from '#server/accounting/refusals.ts'
import type { Translation } from '#server/core/sentences.ts'
import { correctionState } from '../words/statuses.ts'

export const accounting = {
  correctionDecided: ({ state }) => `Esta corrección ya está así: ${correctionState(state)}.`,
  findings: ({ count, first }) =>
    `La revisión del libro mayor tiene ${count === 1 ? 'un hallazgo' : `${count} hallazgos`}: ${first}.`,
  monthOpen: ({ month }) => `${month} todavía no se cierra, así que no necesita una corrección.`,
  nextMonth: ({ month }) => `El siguiente mes por cerrar es ${month}.`,
  nothingPosted: 'Todavía no se registra nada, así que no hay mes por cerrar.',
  notOver: ({ month }) => `${month} todavía no termina en UTC.`,
  ownCorrection: 'Tú propusiste esta corrección. La tiene que aprobar otra persona.',
} satisfies Translation<typeof english>
