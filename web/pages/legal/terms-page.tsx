import { texts } from '#texts/pages/legal/terms.ts'
import { LegalPage } from './legal-page.tsx'

export default function TermsPage() {
  return <LegalPage text={texts} />
}
