{{- define "trailcut.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{/* What selects the pods of a release; with a role, those of one Deployment. */}}
{{- define "trailcut.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "trailcut.labels" -}}
{{ include "trailcut.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- end }}

{{/* What every container of ours has in common: image, settings and rights. */}}
{{- define "trailcut.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
securityContext:
  readOnlyRootFilesystem: true
  {{- if .Values.jail }}
  allowPrivilegeEscalation: true
  capabilities:
    drop: [ALL]
    add: [SETUID, SETGID]
  {{- else }}
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
  {{- end }}
{{- end }}

{{- define "trailcut.env" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "trailcut.pod" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: {{ if .Values.jail }}Unconfined{{ else }}RuntimeDefault{{ end }}
  {{- if .Values.jail }}
  appArmorProfile:
    type: Unconfined
  {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The Deployment of a role: (dict "top" $ "role" "web" "given" .Values.web "replicas" true) */}}
{{- define "trailcut.deployment" -}}
{{- $top := .top -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "trailcut.name" $top }}-{{ .role }}
  labels:
    {{- include "trailcut.labels" $top | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if .replicas }}
  replicas: {{ .given.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "trailcut.selector" $top | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "trailcut.labels" $top | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      {{- include "trailcut.pod" $top | nindent 6 }}
      # STOP_SECONDS is 25: what still runs then is cut off.
      terminationGracePeriodSeconds: 30
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "trailcut.selector" $top | nindent 14 }}
              app.kubernetes.io/component: {{ .role }}
      containers:
        - name: trailcut
          {{- include "trailcut.container" $top | nindent 10 }}
          env:
            - name: ROLE
              value: {{ .role }}
            - name: LOG_FORMAT
              value: json
            {{- if $top.Values.serviceMonitor.enabled }}
            - name: METRICS_PORT
              value: '9464'
            - name: METRICS_HOST
              value: 0.0.0.0
            {{- end }}
            {{- include "trailcut.env" $top | nindent 12 }}
          ports:
            - name: http
              containerPort: 3000
            {{- if $top.Values.serviceMonitor.enabled }}
            - name: metrics
              containerPort: 9464
            {{- end }}
          # Migrations and the proof of the jail come before the first answer.
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
          resources:
            {{- toYaml .given.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: temporary, mountPath: /tmp }
      volumes:
        - name: data
          emptyDir: { sizeLimit: {{ .given.disk }} }
        - name: temporary
          emptyDir: { sizeLimit: {{ .given.disk }} }
{{- end }}
