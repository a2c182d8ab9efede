import type { Module } from '#server/core/module.ts'
import { MailSender, type SendDeps } from './send-due.ts'

export interface MailSystem extends SendDeps {
  /** A mailer that gives a slow mail server more time than a person would wait. */
  patientMailer: SendDeps['mailer']
}

export const mailModule: Module<MailSystem> = {
  name: 'mail',
  services: system => [new MailSender({ ...system, mailer: system.patientMailer })],
}
