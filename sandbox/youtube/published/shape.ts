/** A value of a discovery document: https://developers.google.com/discovery/v1/type-format */
export interface Shape {
  $ref?: string
  type?: string
  format?: string
  enum?: string[]
  items?: Shape
  properties?: Record<string, Shape>
  additionalProperties?: Shape
  required?: boolean
  repeated?: boolean
}
