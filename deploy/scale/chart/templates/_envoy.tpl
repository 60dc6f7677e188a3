{{/* Envoy's configuration: envoy.yaml with the servers of this release, and TLS to both sides where there is a secret. */}}
{{- define "raftup.envoy" -}}
{{- $envoy := .Files.Get "envoy.yaml" | fromYaml -}}
{{- $listener := index $envoy.static_resources.listeners 0 -}}
{{- $cluster := index $envoy.static_resources.clusters 0 -}}
{{- $_ := set $listener.address.socket_address "address" "0.0.0.0" -}}
{{- $endpoints := list -}}
{{- range $index := until (int .Values.servers) -}}
{{- $name := printf "%s-%d.%s.svc" $.Release.Name $index $.Release.Namespace -}}
{{- $address := dict "socket_address" (dict "address" $name "port_value" 50551) -}}
{{- $endpoints = append $endpoints (dict "endpoint" (dict "hostname" $name "address" $address)) -}}
{{- end -}}
{{- $_ := set (index $cluster.load_assignment.endpoints 0) "lb_endpoints" $endpoints -}}
{{- if .Values.tls.secret -}}
{{- $tls := .Files.Get "tls.yaml" | fromYaml -}}
{{- $_ := set (index $listener.filter_chains 0) "transport_socket" $tls.clients -}}
{{- $_ := set $cluster "transport_socket" $tls.servers -}}
{{- end -}}
{{- toYaml $envoy -}}
{{- end -}}
