#!/usr/bin/env bash
# Remember, recall, list, forget: with curl alone.
set -euo pipefail
address=${GRAPHMEM_URL:-http://127.0.0.1:7878}

ask() { # method, path, and a body if there is one
  curl -sS --fail-with-body -X "$1" "$address$2" -H "Authorization: Bearer $GRAPHMEM_KEY" \
    -H "Content-Type: application/json" ${3:+--data "$3"}
  echo
}

ask POST /v1/memories '{"user_id": "curl", "memories": [{"content": "My wife Sarah likes Italian food"}]}'
ask POST /v1/recall '{"user_id": "curl", "query": "What does my wife like?"}'
ask GET "/v1/people?user_id=curl"
ask POST /v1/chat/completions '{"user": "curl", "messages": [{"role": "user", "content": "What does my wife like?"}]}'
ask DELETE "/v1/memories?user_id=curl"
