import { useEffect } from 'react'
import { texts } from '#texts/pages/admin.ts'
import { toastError } from '../../lib/toast.ts'

/** The notice for staff who open a page for admins. */
export function Denied() {
  useEffect(() => toastError(texts.denied), [])
  return null
}
